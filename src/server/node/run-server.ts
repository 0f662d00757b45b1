import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { preloadTextPath } from '#server/features/forms/preloaded-text.routes.ts'
import { readServerFigures } from '#server/features/overview/status/server-figures.service.ts'
import { catchUpJournal } from '#server/features/retention/restore/catch-up-journal.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import { noticeOtherDatabase } from '#server/features/sync/installation/installation.service.ts'
import type { Database } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Running } from '#server/kernel/rounds.ts'
import { openJournalFile } from './copies/journal-file.ts'
import { openTraces } from './traces/otlp-traces.ts'
import { startDiskAlerts } from './alerts/disk-alerts.ts'
import { startSchoolAlerts } from './alerts/school-alerts.ts'
import { startCertificateAlerts } from './certificate/certificate-alerts.ts'
import { startBackups } from './copies/schedule.ts'
import { copyBeforeUpgrade } from './copies/upgrade-copy.ts'
import { type SimulatedGateway, startSimulatedGateway } from './gateways/simulated-gateway.ts'
import { type Listening, listen } from './listen.ts'
import { createLog } from './log.ts'
import { machineClock } from './machine.ts'
import { listenForMetrics } from './metrics/metrics-listener.ts'
import { openMetrics, type PrometheusMetrics } from './metrics/prometheus.ts'
import { openDatabase } from './open-database.ts'
import { type HeaderSettings, securityHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { openDeps } from './start/open-deps.ts'
import { startWorkers } from './start/start-workers.ts'
import { type PreloadedText, type StaticFolders, staticFiles } from './static-files.ts'
import { ForkedTypesetter } from './typesetter/typesetter.ts'
import type { SignIn } from './welcome.ts'

/** Application as the listener needs it: Hono's own `fetch`. */
export interface App {
  fetch(request: Request, bindings?: HttpBindings): Response | Promise<Response>
}

export interface ServerParts {
  createApp: (deps: Deps) => App
  /** Fills an empty database and leaves every other one unchanged; called when the settings allow demo schools. */
  seed: (database: Database, deps: Deps) => Promise<{ signIns: readonly SignIn[] }>
  /** Called when the database is gone or an error was not caught. */
  onFatal: (error: Error) => void
}

export interface RunningServer {
  port: number
  deps: Deps
  /** Sign-ins of demo schools created just now. */
  signIns: readonly SignIn[]
  /** Finishes the running requests, then closes the database. */
  stop(): Promise<void>
}

const finishMs = 10_000
const root = fileURLToPath(new URL('../../../', import.meta.url))
const clientFolders = { current: join(root, 'dist'), previous: join(root, 'dist-previous') }

/** By which the simulated gateway signs its reports: no secret, since no money moves there. */
const simulatedSecret = 'simulated-gateway'

/** Starts a gateway on this machine, to try payments out, unless one runs already; never in production. */
const simulatedGateway = async ({ mode, simulatedGatewayUrl }: Settings): Promise<SimulatedGateway | undefined> =>
  mode === 'production' || simulatedGatewayUrl !== undefined
    ? undefined
    : startSimulatedGateway(simulatedSecret, { nowMs: () => machineClock.nowMs() })

/** Listens for who reads the metrics, where the settings name a port. */
async function startMetrics(deps: Deps, settings: Settings, metrics: PrometheusMetrics): Promise<Running> {
  if (!settings.metrics) return { stop: async () => {} }
  const listening = await listenForMetrics(metrics, () => readServerFigures(deps), settings.metrics)
  return { stop: () => listening.stop(1000) }
}

/** Mails the people of the installation when something needs them. */
const startAlerts = (deps: Deps, { backup: { alertEmails }, dataDir }: Settings): Running[] => [
  startCertificateAlerts(deps, alertEmails),
  startSchoolAlerts(deps, alertEmails),
  startDiskAlerts(deps, alertEmails, dataDir),
]

/** Notices a restored database, ends what it has brought back, and brings the journal up to it. */
async function meetDatabase(deps: Deps): Promise<void> {
  if (await noticeOtherDatabase(deps)) deps.log.warn({}, 'the database is another one than before: the server is held')
  await settleRestored(deps)
  await catchUpJournal(deps)
}

/** Opens everything in order and listens; when a later step fails, the earlier ones are undone. */
export async function runServer(settings: Settings, parts: ServerParts): Promise<RunningServer> {
  const log = createLog(settings.logLevel)
  const journal = openJournalFile(join(settings.journalDir, 'journal.ndjson'), log)
  const db = await openDatabase({
    journal,
    dataDir: settings.dataDir,
    databaseUrl: settings.databaseUrl,
    pool: settings.databasePool,
    log,
    beforeUpgrade: copyBeforeUpgrade(settings.backup, log),
    onDeath: parts.onFatal,
    onWarning: (error) => log.warn({ error }, 'database'),
  })
  const typesetter = new ForkedTypesetter(log)
  const metrics = openMetrics({ ...settings, nowMs: () => machineClock.monotonicMs() })
  const traces = await openTraces({ url: settings.otlpUrl, release: settings.release })
  const simulated = await simulatedGateway(settings)
  const simulatedUrl = simulated?.url ?? settings.simulatedGatewayUrl
  try {
    const deps = openDeps(settings, { db, log, typesetter, journal, metrics, traces, simulatedUrl })
    await meetDatabase(deps)
    const { signIns } = settings.demoSchools ? await parts.seed(db, deps) : { signIns: [] }
    const listening = await listen(composeApp(parts.createApp(deps), clientFolders, settings), settings.port, settings)
    const workers = [
      ...startWorkers(deps),
      startBackups(deps, settings.backup),
      ...startAlerts(deps, settings),
      await startMetrics(deps, settings, metrics),
    ]
    if (settings.publicUrl !== undefined && !deps.mailer) log.warn({}, 'no mail leaves here: SMTP_URL is not set')
    log.info({ port: listening.port, database: db.kind, migrations: db.applied }, 'listening')
    return {
      port: listening.port,
      deps,
      signIns,
      stop: async () => {
        await stop(listening, workers, db)
        await Promise.all([journal.close(), typesetter.close(), traces?.stop()])
        await simulated?.close()
      },
    }
  } catch (error) {
    await typesetter.close()
    await simulated?.close()
    await db.close()
    throw error
  }
}

/** Combines the client's files, then the application with its own "not found" answer, and headers for all. */
export function composeApp(app: App, folders: StaticFolders, settings: HeaderSettings = {}) {
  return new Hono<{ Bindings: HttpBindings }>()
    .use(securityHeaders(settings))
    .use(staticFiles(folders, (context) => wordsFor(app, context)))
    .all('*', (context) => app.fetch(context.req.raw, context.env))
}

/** Fetches the first texts for this address and the language of its school. A failure gives a page without them rather than none. */
async function wordsFor(app: App, { req, env }: Context): Promise<PreloadedText> {
  const url = new URL(preloadTextPath, req.url)
  url.searchParams.set('path', req.path)
  const reply = await app.fetch(new Request(url, { headers: req.raw.headers }), env)
  return reply.ok
    ? { text: await reply.text(), language: reply.headers.get('content-language') }
    : { text: '', language: null }
}

async function stop(listening: Listening, works: readonly Running[], db: Database) {
  await Promise.all([listening.stop(finishMs), ...works.map((work) => work.stop())])
  await db.close()
}
