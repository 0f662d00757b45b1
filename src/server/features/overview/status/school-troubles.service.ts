import { oldestWaitingMail } from '#server/features/mail/mail-queue.service.ts'
import { readSchool, schoolDaysOf } from '#server/features/school/school.service.ts'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { businessDay, type Day, fromInstant, hourMs, type Instant, minuteMs } from '#shared/kernel/time.ts'
import { isDayOff } from '#shared/school/school-days.rules.ts'
import { isClockOff } from '#shared/sync/clock.rules.ts'

/** What of a school the people who look after the server are mailed about. */
export const schoolTroubles = ['till-silent', 'till-unsent', 'till-lost', 'till-clock', 'mails-stuck'] as const
export type SchoolTrouble = (typeof schoolTroubles)[number]

interface Found {
  code: string
  /** Tills by trouble, as `01-02`: place and till; for emails how many wait. A trouble that can't be judged now is absent. */
  troubles: Partial<Record<SchoolTrouble, string[]>>
}

/** A till that holds operations for longer has no network, or one that does not lead here. */
const unsentMs = 2 * hourMs
const stuckMs = 15 * minuteMs
/** When a school day is over. */
const eveningMinute = 18 * 60

type Device = Awaited<ReturnType<typeof listDevices>>[number]

const codeOf = ({ till }: Device): string => `${till.siteCode}-${till.tillCode}`

/** Reads what is wrong at the devices and with the emails of a school. */
export async function readSchoolTroubles(tx: Tx, schoolId: string, nowMs: number): Promise<Found> {
  const school = await readSchool(tx, schoolId)
  const inUse = (await listDevices(tx, schoolId)).filter(({ revokedAt }) => revokedAt === null)
  const { waiting, oldest } = await oldestWaitingMail(tx, schoolId)
  const isOlder = (at: Instant | null, ms: number) => at !== null && nowMs - fromInstant(at) > ms
  const codes = (is: (device: Device) => boolean) => inUse.filter(is).map(codeOf).toSorted()
  const { weekend, holidays } = schoolDaysOf(school)
  const day = businessDay(nowMs, school.timeZone, eveningMinute)
  const silent = silentOn(day, inUse, school.timeZone)
  return {
    code: school.code,
    troubles: {
      // On a day off nobody is asked why a till is off.
      ...(!isDayOff(day, weekend, holidays) && { 'till-silent': silent.map(codeOf).toSorted() }),
      'till-unsent': codes(({ unsentCount, oldestUnsentAt }) => unsentCount > 0 && isOlder(oldestUnsentAt, unsentMs)),
      'till-lost': codes(({ alerts }) => alerts.some(({ handled }) => handled === null)),
      'till-clock': codes(({ clockOffsetMs }) => isClockOff(clockOffsetMs ?? null)),
      'mails-stuck': isOlder(oldest, stuckMs) ? [String(waiting)] : [],
    },
  }
}

/** Returns the devices that were not seen on a whole day of the school, nor since, while others were. */
function silentOn(day: Day, inUse: readonly Device[], timeZone: string): readonly Device[] {
  const isUnseen = ({ lastContactAt, pairedAt }: Device) =>
    businessDay(fromInstant(lastContactAt ?? pairedAt), timeZone, 0) < day
  const unseen = inUse.filter(isUnseen)
  return unseen.length < inUse.length ? unseen : []
}
