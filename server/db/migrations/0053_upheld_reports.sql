-- A report that staff found right. Each one halves how many conversations its subject may begin in a day (product.md 6).
alter table reports add column upheld_at timestamptz;
