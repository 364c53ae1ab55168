declare module "virtual:texts" {
  const loaders: Record<string, () => Promise<{ default: import("use-intl").Messages }>>;
  export default loaders;
}
