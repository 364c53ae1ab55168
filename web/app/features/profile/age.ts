export function ageOf(born: string): number {
  const today = new Date().toISOString();
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5, 10) < born.slice(5, 10) ? years - 1 : years;
}
