/** One line of JSON per event. Never bodies, query strings, cookies, addresses or positions: only what is named here. */
import pino from "pino";

export type Log = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "fatal">;

export const openLog = (level: string): pino.Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
