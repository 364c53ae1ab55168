/**
 * Opens the resources and registers API, event stream, static files and pages, in this order. Started by main.ts and by
 * tests.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import { LIVE_PATH } from "@serenade/contract/live";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import type { ServerBuild } from "react-router";
import { apiEntries } from "./api.ts";
import { type Auth, listenerOf, openAuth } from "./auth.ts";
import { withDrawings } from "./db/demo/pictures.ts";
import { devPlugin } from "./dev/plugin.ts";
import { docsPlugin } from "./docs.ts";
import { healthPlugin } from "./health.ts";
import { jobTable } from "./jobs.ts";
import { openBus } from "./kernel/bus.ts";
import { openClock } from "./kernel/clock.ts";
import type { Config } from "./kernel/config.ts";
import { openEmbedded } from "./kernel/db/embedded.ts";
import { migrate } from "./kernel/db/migrate.ts";
import { openPostgres } from "./kernel/db/postgres.ts";
import { createDispatcher, type Dispatcher } from "./kernel/dispatch.ts";
import { answerUnchanged, apiPlugin } from "./kernel/http.ts";
import { openIds } from "./kernel/ids.ts";
import { type Jobs, openJobs } from "./kernel/jobs.ts";
import { openLimiter } from "./kernel/limiter.ts";
import { type Live, openLive } from "./kernel/live.ts";
import { openLog } from "./kernel/log.ts";
import { openMetrics } from "./kernel/metrics.ts";
import { repeat } from "./kernel/outages.ts";
import { openPageTexts } from "./kernel/page-texts.ts";
import { pagesPlugin } from "./kernel/pages.ts";
import { endSlowBody } from "./kernel/request-body.ts";
import { originReader, type ReadOrigin } from "./kernel/request-origin.ts";
import type { Resources } from "./kernel/resources.ts";
import { openStorage } from "./kernel/storage.ts";
import { openUploads, type Uploads } from "./kernel/uploads.ts";
import { openVisitorPages } from "./kernel/visitor-pages.ts";
import { openMailGateway } from "./modules/mail/gateway.ts";
import { receiveReport } from "./modules/mail/inbound/commands.ts";
import { type InboundServer, listenForReports } from "./modules/mail/inbound/gateway.ts";
import { flushActivity } from "./modules/members/indexing/commands.ts";
import { getState } from "./modules/notifications/queries.ts";
import { openGateways } from "./modules/payments/providers/gateway.ts";
import { sandboxPages } from "./modules/payments/sandbox/routes.ts";
import { openPushGateway } from "./modules/push/gateway.ts";
import { refreshIndexes } from "./modules/search/index/queries.ts";
import { registerRegions } from "./modules/site/commands.ts";
import { openGeoip } from "./modules/site/places/gateway.ts";

const MIGRATIONS = fileURLToPath(new URL("./db/migrations", import.meta.url));
const WEB = fileURLToPath(new URL("../web", import.meta.url));
const FLUSH_MS = 10_000;

export interface App extends Resources {
  auth: Auth;
  dispatcher: Dispatcher;
  jobs: Jobs;
  live: Live;
  /** The one reading of host, scheme and address. */
  readOrigin: ReadOrigin;
  /** Receives reports about emails; null where it is not configured. */
  inbound: InboundServer | null;
  /** Runs what is due now: mails, notices, photos. Tests and the developer's pages. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Everything but HTTP: tests of the dispatcher and the demo's filler need no more. */
export async function openApp(config: Config): Promise<App> {
  const log = openLog(config.logLevel);
  const db = config.databaseUrl
    ? await openPostgres(config.databaseUrl, { log })
    : await openEmbedded(join(config.dataDir, "database"));
  await migrate(db, MIGRATIONS);
  await registerRegions(db);
  const clock = await openClock(db);
  const ids = await openIds(db);
  const bus = openBus(config, ids.installation, log);
  bus.subscribe("clock", () => void clock.refresh());
  const files = openStorage(join(config.dataDir, "files"));
  let jobs: Jobs | undefined;
  const app: Resources = {
    config,
    db,
    clock,
    ids,
    bus,
    limiter: openLimiter(config.redisUrl, ids.installation),
    storage: config.mode === "demo" ? withDrawings(files) : files,
    log,
    metrics: openMetrics(),
    state: new Map(),
    countryOf: await openGeoip(),
    trigger: (job) => jobs?.trigger(job),
  };
  const payments = openGateways(app);
  const mail = openMailGateway(config);
  const push = openPushGateway(config);
  const table = jobTable(app, { mail, push, payments });
  jobs = openJobs(app, table);
  const inbound =
    config.inboundSmtpPort === null
      ? null
      : await listenForReports(app, config.inboundSmtpPort, (report) => receiveReport(app, report));
  const auth = openAuth(app);
  const dispatcher = createDispatcher(app, apiEntries(payments), auth);
  const readOrigin = originReader(config);
  const live = openLive(bus, {
    admit: (request) => listenerOf(app, readOrigin, request),
    versionOf: async ({ site, member }) => (await getState(db, site, member)).version,
  });
  const stopFlushing = repeat(log, "writing of activity", FLUSH_MS, () => flushActivity(app));
  const stopIndexing = repeat(log, "search index", FLUSH_MS, () => refreshIndexes(app));
  void refreshIndexes(app).catch((error) =>
    log.warn({ error: error.message }, "search index: the load is tried again"),
  );
  return {
    ...app,
    auth,
    dispatcher,
    jobs,
    live,
    readOrigin,
    inbound,
    drain: async () => {
      for (const name of ["sandbox", "photos", "chat-photos", "mail"]) await jobs.run(name);
    },
    close: async () => {
      stopFlushing();
      stopIndexing();
      await inbound?.close();
      live.close();
      await jobs.stop();
      await flushActivity(app).catch(() => {});
      await app.ids.stop();
      clock.stop();
      mail.close();
      push.close();
      await app.limiter.close();
      await bus.close();
      await db.close();
    },
  };
}

/** The HTTP server around an opened app, before it listens. `pages: false` omits the pages (tests of the API). */
export async function createServer(app: App, options: { pages: "built" | "dev" | false }): Promise<FastifyInstance> {
  const { config, readOrigin } = app;
  const server = Fastify({
    logger: false,
    frameworkErrors: (_error, _request, reply: FastifyReply) => void reply.code(400).send(MALFORMED),
    exposeHeadRoutes: false,
    // Bodies have deadlines of their own (request-body.ts); this is the longest that an upload may take.
    requestTimeout: 600_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 500 },
  });
  answerUnchanged(server.server, app.dispatcher, readOrigin);
  server.decorateRequest("origin", null as never);
  server.addHook("onRequest", (request, reply, next) => {
    reply.header("x-content-type-options", "nosniff");
    endSlowBody(request.raw, reply.raw);
    const origin = readOrigin(request.raw);
    if (!origin || !request.raw.url?.startsWith("/")) return void reply.code(400).send(MALFORMED);
    if (!METHODS.has(request.method)) return void reply.code(405).send(MALFORMED);
    request.origin = origin;
    next();
  });
  await server.register(fastifyCompress, {
    globalDecompression: false, // our clients never send compressed bodies, and this avoids decompression bombs
    encodings: ["br", "gzip"],
    threshold: 1024,
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH, level: 5 },
  });
  await server.register(healthPlugin, { app });
  const uploads = await openUploads(join(config.dataDir, "uploads"));
  if (config.apiDocs) await server.register(docsPlugin, { entries: app.dispatcher.entries });
  await server.register(apiPlugin, { dispatcher: app.dispatcher, uploads, refuse: app.auth.refuse });
  if (config.mode !== "production") {
    await server.register(devPlugin, { app, drain: app.drain });
    await server.register(sandboxPages, { app });
  }
  if (options.pages) await registerPages(server, app, uploads, options.pages);
  app.live.attach(server.server, LIVE_PATH);
  return server;
}

/** A malformed Host header or path: nothing that a browser sends. */
const MALFORMED = { error: "invalid", message: "The request is malformed." };
/** Of these the API and the pages choose theirs. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]);

async function registerPages(
  server: FastifyInstance,
  app: App,
  uploads: Uploads,
  pages: "built" | "dev",
): Promise<void> {
  const { dispatcher, auth, limiter, log, config } = app;
  const common = {
    ...{ dispatcher, auth, limiter, uploads, log, baseUrl: config.baseUrl, countryOf: app.countryOf },
    visitorPages: openVisitorPages(app),
  };
  if (pages === "dev") {
    const { createServer: createVite } = await import("vite");
    const { default: middie } = await import("@fastify/middie");
    const vite = await createVite({
      root: WEB,
      configFile: join(WEB, "vite.config.ts"),
      server: { middlewareMode: true, hmr: { server: server.server } },
    });
    await server.register(middie);
    server.use(vite.middlewares);
    server.addHook("onClose", () => vite.close());
    const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
    await server.register(pagesPlugin, { ...common, build, mode: "development" as const, textsOf: () => [] });
    return;
  }
  const output = join(WEB, "build");
  if (!existsSync(join(output, "server/index.js"))) throw new Error("The pages are not built. Run: npm run build");
  const built = (await import(join(output, "server/index.js"))) as ServerBuild;
  await server.register(fastifyStatic, {
    root: join(output, "client"),
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header("cache-control", cacheOf(path));
    },
  });
  await server.register(pagesPlugin, {
    ...common,
    build: async () => built,
    mode: "production" as const,
    textsOf: openPageTexts(join(output, "client")),
  });
}

/** Files with a hash never change; the service worker is always revalidated, so that a fix of it arrives. */
function cacheOf(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.includes("/sw-push.js") ? "no-cache" : "public, max-age=3600";
}
