import type { z } from 'zod'
import { oldestWaitingMail } from '#server/features/mail/mail-queue.service.ts'
import { backupAlert } from '#server/features/school/copies/backup-alert.service.ts'
import { readBackupState } from '#server/features/school/copies/backup-copy.service.ts'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { mostShownDevices, readServerStatus, type ServerStatus } from '#shared/overview/server-status.contract.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { isClockOff } from '#shared/sync/clock.rules.ts'
import { conditionTroubles } from '#shared/sync/device-condition.rules.ts'
import { countOlderValues, countUnsettled } from '../keys/exchange-keys.service.ts'
import { databaseBytes } from './server-figures.service.ts'

/** Counts what a school still needs older keys for, and the schools that may. */
async function countKeys(deps: Deps, schoolId: string): Promise<ServerStatus['keys']> {
  const { older, lost } = await countOlderValues(deps, schoolId)
  return {
    count: deps.keyRing?.keys.length ?? 0,
    older: older - lost,
    lost,
    schools: await countUnsettled(deps),
  }
}

/** Reads the state of the server: of the installation what concerns all, else only what is this school's. */
async function readStatus(
  ctx: Pick<OpenCtx, 'deps' | 'school' | 'tenant'>,
  startedAt: Instant,
): Promise<z.input<typeof ServerStatus>> {
  const { deps, school } = ctx
  const nowMs = deps.clock.nowMs()
  const copies = await copiesOf(deps, nowMs, startedAt)
  const ofSchool = await ctx.tenant(async (tx) => ({
    bytes: await databaseBytes(tx),
    devices: devicesOf(await listDevices(tx, school.schoolId), nowMs),
    mails: await oldestWaitingMail(tx, school.schoolId),
  }))
  const { bytes, devices, mails } = ofSchool
  const { db, settings } = deps
  return {
    now: toInstant(nowMs),
    release: settings.release ?? '',
    startedAt,
    database: { kind: db.kind, bytes },
    copies,
    certificate: (await deps.certificate?.()) ?? null,
    keys: await countKeys(deps, school.schoolId),
    devices,
    mails,
  }
}

async function copiesOf({ db, settings }: Deps, nowMs: number, startedAt: Instant): Promise<ServerStatus['copies']> {
  const state = await db.tenant(installationId, readBackupState)
  const { isScheduled, maxAgeHours } = settings.copies ?? { isScheduled: false, maxAgeHours: 26 }
  const alert = backupAlert(state, { nowMs, maxAgeHours, isScheduled, sinceMs: Date.parse(startedAt) })
  const { verified, last } = state
  return {
    alert: alert ?? null,
    isScheduled,
    maxAgeHours,
    verified: verified?.dataAsOf
      ? {
          dataAsOf: toInstant(Date.parse(verified.dataAsOf)),
          target: verified.target,
          bytes: verified.bytes ?? 0,
          hasKeys: verified.hasKeys,
        }
      : null,
    last: last ? { endedAt: toInstant(Date.parse(last.endedAt)), failure: last.failure } : null,
  }
}

type Listed = Awaited<ReturnType<typeof listDevices>>

/** Lists devices in use for the page: those that need somebody first, then by place and till. */
function shownDevices(inUse: Listed, nowMs: number): Listed {
  const rank = ({ condition, clockOffsetMs }: Listed[number]) =>
    conditionTroubles(condition ?? null, nowMs).length > 0 || isClockOff(clockOffsetMs ?? null) ? 0 : 1
  const place = ({ till }: Listed[number]) => `${till.siteCode}-${till.tillCode}`
  return inUse.toSorted((a, b) => rank(a) - rank(b) || (place(a) < place(b) ? -1 : 1)).slice(0, mostShownDevices)
}

function devicesOf(all: Listed, nowMs: number): z.input<typeof ServerStatus>['devices'] {
  const inUse = all.filter(({ revokedAt }) => revokedAt === null)
  const unsent = inUse.filter(({ unsentCount }) => unsentCount > 0)
  const seen = inUse.flatMap(({ lastContactAt }) => (lastContactAt === null ? [] : [lastContactAt])).toSorted()
  return {
    total: inUse.length,
    unsent: unsent.length,
    unsentOperations: unsent.reduce((sum, { unsentCount }) => sum + unsentCount, 0),
    longestSilentSince: seen[0] ?? null,
    list: shownDevices(inUse, nowMs),
  }
}

export const serverStatusRoutes: Feature = ({ clock }) => {
  const startedAt = toInstant(clock.nowMs())
  return [
    route.session(readServerStatus, async (ctx) => {
      requirePermission(ctx.session, 'server.see')
      return { status: await readStatus(ctx, startedAt) }
    }),
  ]
}
