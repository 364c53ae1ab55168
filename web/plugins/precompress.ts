import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;

/** After the client's build: .br and .gz next to every text asset, served as they are. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    closeBundle: {
      order: "post",
      handler() {
        const { root, build } = this.environment.config;
        const folder = resolve(root, build.outDir);
        // missing when the build failed, whose error must not be hidden by one of ours
        if (existsSync(folder)) compressFolder(folder);
      },
    },
  };
}

function compressFolder(folder: string) {
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name);
    if (!TEXT.test(path) || !statSync(path).isFile() || statSync(path).size < 1000) continue;
    compressFile(path);
  }
}

export function compressFile(path: string) {
  const bytes = readFileSync(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
