/** The server's password estimator (server/modules/account/rules.ts) with its list of common passwords; loaded on demand. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

export type Judge = (password: string, inputs: string[]) => number;

const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export const judge: Judge = (password, inputs) => factory.check(password.slice(0, 40), inputs).score;
