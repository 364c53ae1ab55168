/** Files → one zip, through yazl. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export interface ZipEntry {
  name: string;
  bytes: Buffer;
  /** Pictures are packed already. */
  packed?: boolean;
}

export function zip(entries: ZipEntry[], at: Date): Promise<Buffer> {
  const file = new ZipFile();
  for (const { name, bytes, packed } of entries) file.addBuffer(bytes, name, { mtime: at, compress: !packed });
  file.end();
  return buffer(file.outputStream);
}
