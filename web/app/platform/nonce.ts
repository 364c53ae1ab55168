import { createContext, use } from "react";

/** Set on the server only: browsers hide nonces from scripts, so the client renders undefined. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => use(NonceContext);
