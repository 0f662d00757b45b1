import { keepRoot, faceSecrets, rootState } from '#server/features/faces/face-secrets.service.ts'
import { gatewaySecrets } from '#server/features/fees/online/gateway-setup.service.ts'
import { totpSecrets } from '#server/features/identity/second-factor/totp-factor.service.ts'
import { providerSecrets } from '#server/features/identity/sign-in-settings/sign-in-settings.service.ts'
import { webhookSecrets } from '#server/features/programs/webhooks/webhook-keys.service.ts'
import { listSendingSchools } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import {
  countOlder,
  type EncryptedColumn,
  type OlderValues,
  reencryptSome,
} from '#server/kernel/keys/encrypted-columns.ts'
import type { KeyRing } from '#server/kernel/keys/key-ring.ts'
import { type Running, startWorker } from '#server/kernel/rounds.ts'
import { minuteMs } from '#shared/kernel/time.ts'

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'keyRing'>

/** Everything that the server's keys encrypt. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...gatewaySecrets,
  ...totpSecrets,
  ...providerSecrets,
  ...webhookSecrets,
  ...faceSecrets,
]

/** Values encrypted again in one transaction. */
const partSize = 100

/** No key opens anything. */
const noKeys: KeyRing = { newest: { id: '', bytes: new Uint8Array() }, keys: [] }

/**
 * Encrypts by the newest key what older ones have encrypted for a school, a part in each transaction: what is done is done, and
 * what is left is found by the key that it names, so that it goes on from wherever it was stopped. Last comes the root of the
 * school's faces, without which its templates would be of no use.
 * @param partRows values in one transaction
 */
export async function exchangeKeys(
  deps: KeyDeps,
  schoolId: string,
  isStopping: () => boolean = () => false,
  partRows = partSize,
): Promise<void> {
  const { db, clock, random, keyRing } = deps
  if (!keyRing || keyRing.keys.length < 2) return
  const values = { keyRing, random, schoolId }
  for (const column of encryptedColumns) {
    let after: string | undefined = ''
    while (after !== undefined) {
      if (isStopping()) return
      const from: string = after
      after = await db.tenant(schoolId, (tx) => reencryptSome(tx, column, values, { after: from, limit: partRows }), {
        isQuiet: true,
      })
    }
  }
  const ctx = { schoolId, nowMs: clock.nowMs(), random, keyRing }
  await db.tenant(
    schoolId,
    async (tx) => {
      const { older, lost } = await countOlder(tx, encryptedColumns, values)
      if (older === lost) await keepRoot(tx, ctx)
    },
    { isQuiet: true },
  )
}

/** Counts what older keys have encrypted for a school, and what no key opens. */
export function countOlderValues(deps: KeyDeps, schoolId: string): Promise<OlderValues> {
  const { db, clock, random, keyRing } = deps
  const ctx = { schoolId, nowMs: clock.nowMs(), random, keyRing }
  return db.tenant(schoolId, async (tx) => {
    const { older, lost } = await countOlder(tx, encryptedColumns, { keyRing: keyRing ?? noKeys, random, schoolId })
    const root = await rootState(tx, ctx)
    // With one key alone nothing has to be exchanged: what names no key is by that one.
    const isOne = keyRing?.keys.length === 1
    return {
      older: (isOne ? lost : older) + (root === 'kept' ? 0 : 1),
      lost: lost + (root === 'lost' ? 1 : 0),
    }
  })
}

/** Counts them for all schools. @returns also the number of schools in which no key opens something */
export async function countAllOlder(deps: KeyDeps): Promise<OlderValues & { schools: number }> {
  const sum = { older: 0, lost: 0, schools: 0 }
  for (const { schoolId } of await listSendingSchools(deps.db)) {
    const { older, lost } = await countOlderValues(deps, schoolId)
    sum.older += older
    sum.lost += lost
    sum.schools += lost > 0 ? 1 : 0
  }
  return sum
}

const everyMs = 10 * minuteMs

/**
 * Exchanges the keys of all schools while the server has more than one, round after round, until stopped. The first round says in
 * the log when a key is missing.
 */
export function startKeyExchange(deps: Deps): Running {
  const { keyRing, log } = deps
  let said = ''
  const say = (text: string, tell: () => void) => {
    if (said !== text) tell()
    said = text
  }
  return startWorker({
    everyMs,
    onFailure: (error) => log.error(describeFailure(error), 'keys can not be exchanged now'),
    round: async (signal) => {
      const isSettled = said !== '' && (keyRing?.keys.length ?? 0) < 2
      if (isSettled || (await deps.installation.state()).isHeld) return
      for (const { schoolId } of await listSendingSchools(deps.db))
        await exchangeKeys(deps, schoolId, () => signal.aborted).catch((error: unknown) =>
          log.error(describeFailure(error), 'keys of a school can not be exchanged now'),
        )
      if (signal.aborted) return
      const { older, lost, schools } = await countAllOlder(deps)
      if (lost > 0) say(`lost ${lost}`, () => log.error({ lost, schools }, lostText))
      else if (older > 0) say(`older ${older}`, () => log.info({ older }, 'older keys are still needed'))
      else say('done', () => log.info({ keys: keyRing?.keys.length ?? 0 }, doneText))
    },
  })
}

const lostText =
  'FACE_KEY lacks the key of stored faces or secrets: put it back, behind the others, and start again; nothing is lost'
const doneText = 'everything is encrypted by the newest key: older ones may be removed from FACE_KEY'
