import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ServerFigures } from '#server/features/overview/status/server-figures.service.ts'
import type { Metrics } from '#server/kernel/metrics.ts'

/** Figures are read at most so often, however often somebody asks. */
const keepMs = 15_000

export interface PrometheusMetrics extends Metrics {
  /** Returns all metrics in the text format of Prometheus. @param read figures of all schools together */
  text(read: () => Promise<ServerFigures>): Promise<string>
  readonly contentType: string
}

interface MetricsOptions {
  release?: string | undefined
  dataDir: string
  /** Of a clock that nobody sets. */
  nowMs: () => number
}

/** Creates the metrics of this process. Their names are for alerts and dashboards outside, and stay. */
export function openMetrics({ release, dataDir, nowMs }: MetricsOptions): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'bawaba_' })
  const requests = new Histogram({
    name: 'bawaba_http_request_seconds',
    help: 'Time until a call was answered',
    labelNames: ['route', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const operations = new Counter({
    name: 'bawaba_sync_ops_total',
    help: 'Operations of devices by their verdict',
    labelNames: ['outcome'],
    registers,
  })
  const typesetting = new Histogram({
    name: 'bawaba_typeset_seconds',
    help: 'Time until a letter was typeset',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const setFigures = figureGauges(registry, dataDir)
  new Gauge({ name: 'bawaba_release_info', help: 'Release that runs', labelNames: ['release'], registers }).set(
    { release: release ?? 'unknown' },
    1,
  )
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const readFigures = async (read: () => Promise<ServerFigures>) => {
    await setFigures(await read())
    readAtMs = nowMs()
  }

  return {
    countRequest: (route, outcome, seconds) => requests.observe({ route, outcome }, seconds),
    countOperations: (outcome, count) => operations.inc({ outcome }, count),
    countTypesetting: (seconds) => typesetting.observe(seconds),
    contentType: registry.contentType,
    text: async (read) => {
      if (nowMs() - readAtMs >= keepMs)
        reading ??= readFigures(read).finally(() => {
          reading = undefined
        })
      await reading
      return registry.metrics()
    },
  }
}

/** Adds the gauges of figures that are read when somebody asks. @returns sets them */
function figureGauges(registry: Registry, dataDir: string): (now: ServerFigures) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `bawaba_${name}`, help, labelNames, registers: [registry] })
  const figures = {
    devices: gauge('devices', 'Devices', ['state']),
    unsent: gauge('sync_unsent_operations', 'Operations that devices hold and the server has not received'),
    oldestUnsent: gauge('sync_oldest_unsent_seconds', 'Longest silence of a device that holds unsent operations'),
    alerts: gauge('device_alerts_open', 'Open alerts about devices', ['kind']),
    mails: gauge('mails_waiting', 'Emails that wait to be sent'),
    oldestMail: gauge('mail_oldest_seconds', 'Age of the oldest email that waits, by class', ['class']),
    jobs: gauge('jobs_due', 'Schools that background work is due at, by its kind', ['kind']),
    pool: gauge('db_pool_waiting', 'Calls that wait for a connection of the database'),
    retries: gauge('db_retries_total', 'Transactions that were tried again, by SQLSTATE', ['state']),
    database: gauge('database_bytes', 'Size of the database'),
    backup: gauge('backup_verified_age_seconds', 'Age of the newest verified copy; none without one'),
    certificate: gauge(
      'cert_expires_seconds',
      'Time until the certificate of the public address ends, negative once it has; none where none could be read',
    ),
    held: gauge('server_held', '1 while a restored server waits for a person to go on'),
    disk: gauge('disk_free_bytes', 'Free space on the disk of the data folder'),
  }
  return async (now) => {
    figures.devices.set({ state: 'active' }, now.devices.active)
    figures.devices.set({ state: 'revoked' }, now.devices.revoked)
    figures.unsent.set(now.unsentOperations)
    figures.oldestUnsent.set(now.oldestUnsentSeconds ?? 0)
    figures.alerts.reset()
    for (const [kind, count] of now.openAlerts) figures.alerts.set({ kind }, count)
    figures.mails.set(now.mails.waiting)
    figures.oldestMail.set({ class: 'any' }, now.mails.oldestSeconds ?? 0)
    figures.oldestMail.set({ class: 'urgent' }, now.mails.oldestUrgentSeconds ?? 0)
    figures.jobs.reset()
    for (const [kind, count] of now.jobsDue) figures.jobs.set({ kind }, count)
    figures.pool.set(now.poolWaiting)
    for (const [state, count] of now.retries) figures.retries.set({ state }, count)
    figures.database.set(now.databaseBytes)
    setOrNone(figures.backup, now.backupSeconds)
    setOrNone(figures.certificate, now.certificateSeconds)
    figures.held.set(now.isHeld ? 1 : 0)
    const disk = await statfs(dataDir).catch(() => undefined)
    if (disk) figures.disk.set(disk.bavail * disk.bsize)
  }
}

/** Sets a gauge; one without a value is left out of the text. */
function setOrNone(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}
