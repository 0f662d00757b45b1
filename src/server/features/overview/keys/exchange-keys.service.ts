import { keepRoot, faceSecrets, rootState } from '#server/features/faces/face-secrets.service.ts'
import { gatewaySecrets } from '#server/features/fees/online/gateway-setup.service.ts'
import { totpSecrets } from '#server/features/identity/second-factor/totp-factor.service.ts'
import { providerSecrets } from '#server/features/identity/sign-in-settings/sign-in-settings.service.ts'
import { webhookSecrets } from '#server/features/programs/webhooks/webhook-keys.service.ts'
import { listSendingSchools } from '#server/features/school/school.service.ts'
import { listSchoolsByOtherKeys, noteSecretsKey } from '#server/features/school/secrets-key.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { installationId } from '#server/kernel/db.ts'
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

/** Encrypts a school's values, or the installation's, by the newest key. @returns whether it was not stopped before the end */
async function reencryptAll(
  deps: KeyDeps & { keyRing: KeyRing },
  schoolId: string,
  isStopping: () => boolean,
  partRows: number,
): Promise<boolean> {
  const { db, random, keyRing } = deps
  for (const column of encryptedColumns) {
    let after: string | undefined = ''
    while (after !== undefined) {
      if (isStopping()) return false
      const from: string = after
      const part = { after: from, limit: partRows }
      after = await db.tenant(schoolId, (tx) => reencryptSome(tx, column, { keyRing, random, schoolId }, part), {
        isQuiet: true,
      })
    }
  }
  return true
}

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
  if (!(await reencryptAll({ ...deps, keyRing }, schoolId, isStopping, partRows))) return
  const values = { keyRing, random, schoolId }
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

/** Counts the schools that may still need older keys, the installation among them; none while the server has one key alone. */
export async function countUnsettled(deps: KeyDeps): Promise<number> {
  if (!deps.keyRing || deps.keyRing.keys.length < 2) return 0
  const schools = await listSchoolsByOtherKeys(deps.db, deps.keyRing.newest.id)
  return schools.length + ((await countOfInstallation(deps)).older > 0 ? 1 : 0)
}

/** Counts what older keys have encrypted for the accounts above schools. */
const countOfInstallation = ({ db, random, keyRing }: KeyDeps): Promise<OlderValues> =>
  db.tenant(
    installationId,
    (tx) => countOlder(tx, encryptedColumns, { keyRing: keyRing ?? noKeys, random, schoolId: installationId }),
    { isQuiet: true },
  )

/** Exchanges the keys of what belongs to no school: the second factors of providers. @returns what is left */
export async function settleInstallationKeys(
  deps: KeyDeps,
  isStopping: () => boolean = () => false,
): Promise<OlderValues> {
  const { keyRing } = deps
  if (keyRing && keyRing.keys.length > 1) await reencryptAll({ ...deps, keyRing }, installationId, isStopping, partSize)
  return countOfInstallation(deps)
}

/** Exchanges the keys of a school, and notes when everything in it is by the newest one. @returns what is left */
export async function settleKeys(deps: KeyDeps, schoolId: string, isStopping?: () => boolean): Promise<OlderValues> {
  await exchangeKeys(deps, schoolId, isStopping)
  const left = await countOlderValues(deps, schoolId)
  const { newest } = deps.keyRing ?? noKeys
  if (left.older === 0 && newest.id !== '')
    await deps.db.tenant(schoolId, (tx) => noteSecretsKey(tx, schoolId, newest.id), { isQuiet: true })
  return left
}

const everyMs = 10 * minuteMs

/**
 * Exchanges the keys of all schools, round after round, until stopped: once for each school after a start with several keys, since
 * another server may have written by an older one, then for those that are not done. A server with one key looks once at each
 * school. What no key opens is said in the log.
 */
export function startKeyExchange(deps: Deps): Running {
  const { keyRing, log } = deps
  let isFirst = true
  let said = ''
  const say = (text: string, tell: () => void) => {
    if (said !== text) tell()
    said = text
  }
  const look = async (signal: AbortSignal) => {
    const isWhole = isFirst && keyRing?.keys.length !== 1
    const ids = isWhole
      ? (await listSendingSchools(deps.db)).map(({ schoolId }) => schoolId)
      : await listSchoolsByOtherKeys(deps.db, (keyRing ?? noKeys).newest.id)
    const own = await settleInstallationKeys(deps, () => signal.aborted)
    const sum = { ...own, schools: own.lost > 0 ? 1 : 0 }
    for (const schoolId of ids) {
      if (signal.aborted) return undefined
      const { older, lost } = await settleKeys(deps, schoolId, () => signal.aborted).catch((error: unknown) => {
        log.error(describeFailure(error), 'keys of a school can not be exchanged now')
        return { older: 1, lost: 0 }
      })
      sum.older += older
      sum.lost += lost
      sum.schools += lost > 0 ? 1 : 0
    }
    isFirst = false
    return sum
  }
  return startWorker({
    everyMs,
    onFailure: (error) => log.error(describeFailure(error), 'keys can not be exchanged now'),
    round: async (signal) => {
      // Without a key there is nothing to do but to say once what needs one.
      if ((!keyRing && !isFirst) || (await deps.installation.state()).isHeld) return
      const sum = await look(signal)
      if (!sum) return
      const { older, lost, schools: affected } = sum
      if (lost > 0) say(`lost ${lost}`, () => log.error({ lost, schools: affected }, lostText))
      else if (older > 0) say(`older ${older}`, () => log.info({ older }, 'older keys are still needed'))
      else if (keyRing && keyRing.keys.length > 1) say('done', () => log.info({ keys: keyRing.keys.length }, doneText))
    },
  })
}

const lostText =
  'FACE_KEY lacks the key of stored faces or secrets: put it back, behind the others, and start again; nothing is lost'
const doneText = 'everything is encrypted by the newest key: older ones may be removed from FACE_KEY'
