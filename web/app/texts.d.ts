declare module "virtual:texts" {
  type Messages = import("use-intl").Messages;
  type Loader<Module> = () => Promise<Module>;
  const loaders: Record<string, Loader<{ default: Messages; groups?: Record<string, Loader<{ default: Messages }>> }>>;
  export default loaders;
}
