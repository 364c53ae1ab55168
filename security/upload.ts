/** An upload is refused with a reason or served as a clean rendition, without harming the process or its memory. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ChatPhotoApi } from "@serenade/contract/chat";
import type { Endpoint } from "@serenade/contract/endpoint";
import { ProfileApi } from "@serenade/contract/members";
import { type Photo, PhotoApi, RENDITIONS } from "@serenade/contract/photos";
import sharp from "sharp";
import type { Client } from "../server/test/client.ts";
import { CORPUS, pictureOf, SECRET } from "../server/test/photo-corpus.ts";
import type { Check, Report } from "./check.ts";
import { as } from "./people.ts";
import type { Target } from "./target.ts";
import { heavy, type UploadFile, uploadCorpus } from "./upload-corpus.ts";

const MOST_MB = 300;
/** Growth of the memory in use at the end. */
const MOST_LEFT_MB = 30;
const MOST_MS = 2_000;
/** A busy machine may be slow once, but not three times with the same file. */
const TRIES = 3;
const LOOK_MS = 20;
const AT_ONCE = 16;

export const upload: Check = {
  name: "upload",
  holds:
    "each upload is refused with a reason or served as a clean WebP and JPEG, within 2 s and 300 MB, without leftover files",
  run: async (target, report, scale) => {
    const members = target.people.others.map((person) => as(target.client(), person));
    let turn = 0;
    // the limit is 30 uploads in half an hour each, so members take turns
    const next = () => members[turn++ % members.length]!;
    // The first picture of a kind loads its decoder, and V8 retains the pages of bursts (target.ts).
    if (scale === "whole") for (const file of uploadCorpus("sample")) await attack(target, report, file, next);
    else await attack(target, report, { name: "a first photo", make: () => pictureOf(1), status: 201 }, next);
    const used = await target.memoryInUse();
    const idle = target.memory();
    report.figure("MB resident when idle", Math.round(idle));
    let peak = idle;
    let at = "";
    let now = "";
    const looking = setInterval(() => {
      const memory = target.memory();
      if (memory > peak) [peak, at] = [memory, now];
    }, LOOK_MS);
    try {
      for (const file of uploadCorpus(scale)) {
        now = file.name;
        await attack(target, report, file, next);
      }
      now = "a chat photo";
      const known = scale === "whole" ? CORPUS : CORPUS.slice(0, 4);
      for (const { name, make, status } of known) {
        const answer = await sent(next(), ChatPhotoApi.upload, await make());
        report.count("chat photos");
        if (answer.status !== status) report.wrong(`${name} for a chat: ${answer.status} instead of ${status}`);
      }
      now = "39 megapixels, 16 at once";
      if (scale === "whole") await crowd(members, report);
    } finally {
      clearInterval(looking);
    }
    report.figure("MB above idle at most", Math.round(peak - idle));
    report.figure("most of it at", at);
    const usedAfter = await target.memoryInUse();
    report.figure("MB used before, after", `${Math.round(used)}, ${Math.round(usedAfter)}`);
    if (usedAfter - used > MOST_LEFT_MB) report.wrong(`${Math.round(usedAfter - used)} MB more in use than before`);
    if (peak - idle > MOST_MB) report.wrong(`${Math.round(peak - idle)} MB more than when idle`);
    if ((await target.client().fetch("/health/ready")).status !== 200) report.wrong("the process is no longer ready");
  },
};

async function attack(target: Target, report: Report, file: UploadFile, next: () => Client): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries++) {
    const member = next();
    const before = filesOf(target);
    const bytes = await file.make();
    const began = performance.now();
    const { status, body } = await sent(member, PhotoApi.upload, bytes, file.fileName);
    least = Math.min(least, performance.now() - began);
    if (tries === 0) report.count("files");
    if (status === 201) await isClean(target, member, report, file);
    else isRefused(report, file, status, body);
    if (file.status && status !== file.status) report.wrong(`${file.name}: ${status} instead of ${file.status}`);
    await nothingLeft(target, report, file, before);
  }
  report.figure("slowest answer in ms", Math.max(Number(report.read("slowest answer in ms") ?? 0), Math.round(least)));
  if (least > MOST_MS) report.wrong(`${file.name}: ${Math.round(least)} ms`);
}

async function sent(member: Client, endpoint: Endpoint, bytes: Buffer, fileName?: string) {
  return (await member.upload(endpoint, bytes, fileName)) as { status: number; body: Record<string, unknown> };
}

function isRefused(report: Report, { name }: UploadFile, status: number, body: Record<string, unknown>): void {
  report.count(`refused with ${status}`);
  if (status < 400 || status >= 500 || status === 429 || !body.error || !body.message)
    report.wrong(`${name}: ${status} ${JSON.stringify(body)}`);
  if (JSON.stringify(body).match(/vips|sharp|heif|node_modules|Error:/i)) report.wrong(`${name}: says ${body.message}`);
}

/** Processed or refused by the job; only our own renditions are served. Deletes the photo. */
async function isClean(target: Target, member: Client, report: Report, { name }: UploadFile): Promise<void> {
  await target.client().fetch("/dev/outbox.json"); // runs the job now
  const photo = await prepared(member);
  if (photo?.status === "active") {
    report.count("became a photo");
    for (const rendition of RENDITIONS)
      for (const format of ["webp", "jpg"])
        await checkFile(photo.filename.replace("full", rendition).replace(/\.webp$/, `.${format}`), format);
  } else if (photo?.status === "refused") report.count("refused by the job");
  else report.wrong(`${name}: stays ${photo?.status}`);
  if (photo) await member.call(PhotoApi.remove, { body: { id: photo.id } });

  async function checkFile(file: string, format: string): Promise<void> {
    const answer = await member.fetch(`/api/photo/${file}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const header = (key: string) => answer.headers.get(key) ?? "";
    report.count("renditions checked");
    const faults = [
      answer.status !== 200 && `status ${answer.status}`,
      header("content-type") !== `image/${format === "jpg" ? "jpeg" : "webp"}` && header("content-type"),
      header("x-content-type-options") !== "nosniff" && "no nosniff",
      !header("content-security-policy").startsWith("default-src 'none'") && "no policy of its own",
      !header("cache-control").startsWith("private") && `cached: ${header("cache-control")}`,
      [SECRET, "<script", "Exif\0"].find((word) => bytes.includes(Buffer.from(word, "latin1"))),
    ].filter(Boolean);
    const found = await sharp(bytes)
      .metadata()
      .catch(() => null);
    if (found?.format !== (format === "jpg" ? "jpeg" : "webp")) faults.push(`is ${found?.format}`);
    for (const kind of ["exif", "xmp", "iptc", "icc", "comments"] as const)
      if (found?.[kind]) faults.push(`has ${kind}`);
    if ((found?.pages ?? 1) > 1) faults.push("moves");
    if (faults.length) report.wrong(`${name}, ${file}: ${faults.join(", ")}`);
  }
}

/** The member's only photo, after the job. */
async function prepared(member: Client): Promise<Photo | undefined> {
  for (let tries = 0; ; tries++) {
    const [photo] = (await member.call(ProfileApi.read)).body.profile.photos;
    if (photo?.status !== "pending" || tries > 400) return photo;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function nothingLeft(target: Target, report: Report, { name }: UploadFile, before: string[]): Promise<void> {
  let left: string[] = [];
  for (let tries = 0; tries < 100; tries++) {
    left = filesOf(target).filter((file) => !before.includes(file));
    if (left.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  report.wrong(`${name}: leaves ${left.join(", ")}`);
}

/** Incomplete uploads, and stored files. */
const filesOf = ({ env }: Target): string[] =>
  ["uploads", "files"]
    .map((folder) => join(env.DATA_DIR!, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The largest accepted picture, from as many members as are allowed at the same time. */
async function crowd(members: Client[], report: Report): Promise<void> {
  const bytes = await heavy();
  const answers = await Promise.all(members.slice(0, AT_ONCE).map((member) => member.upload(PhotoApi.upload, bytes)));
  for (const { status } of answers) {
    report.count("39 megapixels, 16 at once");
    if (status !== 201) report.wrong(`one of 16 uploads of 39 megapixels: ${status}`);
  }
  await Promise.all(members.slice(0, AT_ONCE).map(prepared));
}
