import { argon2Sync, randomBytes, randomUUID, webcrypto } from 'node:crypto'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { devices, sites, tills } from '#server/features/sync/devices/device.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import { DeviceId, UserId } from '#shared/kernel/fields.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { deviceHeaders, type PublicKeyJwk, signedText } from '#shared/sync/device.contract.ts'
import { type Box, type Caller, call, type Reply } from './server.ts'

const at = '2030-01-01T00:00:00.000Z'
const newId = (random: Random = machineRandom) => uuidv7(Date.parse(at), random)

export interface TestSchool {
  schoolId: string
  code: string
}

export async function makeSchool(box: Box, code: string, more: Partial<typeof schools.$inferInsert> = {}) {
  const school: typeof schools.$inferInsert = {
    schoolId: newId(),
    code,
    name: { en: `School ${code}`, ar: `مدرسة ${code}` },
    currency: 'QAR',
    timeZone: 'Asia/Qatar',
    language: 'en',
    logoSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    profile: {
      website: 'https://school.example',
      lmsUrl: '',
      swiperText: [],
      dates: [{ startsOn: '2030-01-01', endsOn: '2030-06-30', label: { en: 'Year', ar: 'العام' } }],
      homePage: 'N',
      conditionalScreens: null,
      theme: { themeColor: 'teal', brand: '#0f766e', primaryColorLevel: 600, mode: 'light' },
      terms: { en: 'Terms', ar: 'الشروط' },
      privacy: { en: 'Privacy', ar: 'الخصوصية' },
    },
    tillPolicy: {
      taxCodes: [],
      cashIncrement: 1,
      priceListVersion: 1,
      offlineAllowance: minor(0),
      receiptHeader: { en: '', ar: '' },
      receiptFooter: { en: '', ar: '' },
    },
    createdAt: at,
    ...more,
  }
  await box.db.database.tenant(school.schoolId, (tx) => tx.insert(schools).values(school))
  return { schoolId: school.schoolId, code } satisfies TestSchool
}

/** The smallest argon2id that is one: what is tested is never the hash's cost. */
function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`
}

export const password = 'correct horse battery staple'

export async function makeUser(box: Box, { schoolId }: TestSchool, userName: string, roles: Role[]) {
  const id = UserId.parse(newId())
  const passwordHash = cheapHash(password)
  const name = { en: userName, ar: userName }
  const user = { schoolId, id, userName, name, email: `${userName}@school.example`, passwordHash, roles, createdAt: at }
  await box.db.database.tenant(schoolId, (tx) => tx.insert(users).values(user))
  return id
}

export interface TestTill {
  tillId: string
  siteId: string
}

export async function makeTill(box: Box, { schoolId }: TestSchool, code = `T${randomUUID().slice(0, 6)}`) {
  const till: TestTill = { tillId: newId(), siteId: newId() }
  const name = { en: 'Canteen', ar: 'المقصف' }
  await box.db.database.tenant(schoolId, async (tx) => {
    await tx.insert(sites).values({ schoolId, id: till.siteId, code: `S${code}`, name })
    await tx.insert(tills).values({ schoolId, id: till.tillId, siteId: till.siteId, code, kind: 'till', name })
  })
  return till
}

/** A tablet: its id and its keys, whether paired or not. */
export interface TestDevice {
  deviceId: DeviceId
  publicKey: PublicKeyJwk
  privateKey: webcrypto.CryptoKey
}

export async function makeTablet(): Promise<TestDevice> {
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await webcrypto.subtle.exportKey('jwk', keys.publicKey)
  const publicKey: PublicKeyJwk = { kty: 'EC', crv: 'P-256', x, y }
  return { deviceId: DeviceId.parse(newId()), publicKey, privateKey: keys.privateKey }
}

/** A tablet that is paired to the till already, in the till's first epoch. */
export async function makeDevice(box: Box, { schoolId }: TestSchool, { tillId }: TestTill): Promise<TestDevice> {
  const tablet = await makeTablet()
  const pairedBy = UserId.parse(newId())
  const pairing = { tillId, epoch: 1, publicKey: tablet.publicKey, pairedBy, pairedAt: at }
  await box.db.database.tenant(schoolId, (tx) =>
    tx.insert(devices).values({ schoolId, id: tablet.deviceId, ...pairing }),
  )
  return tablet
}

/** The headers by which a device vouches for one call. */
export async function signatureHeaders(device: TestDevice, method: string, path: string, body: string, nowMs: number) {
  const time = toInstant(nowMs)
  const digest = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const text = signedText(method, path, time, Buffer.from(digest).toString('hex'))
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await webcrypto.subtle.sign(algorithm, device.privateKey, new TextEncoder().encode(text))
  return {
    [deviceHeaders.id]: device.deviceId,
    [deviceHeaders.time]: time,
    [deviceHeaders.signature]: Buffer.from(signature).toString('base64url'),
  }
}

/** A call signed by a device, at the box's time. */
export async function signedCall(
  box: Box,
  caller: Caller,
  device: TestDevice,
  to: Endpoint,
  input: unknown,
): Promise<Reply> {
  const body = typeof input === 'string' ? input : JSON.stringify(input)
  const headers = await signatureHeaders(device, to.method, `${apiPrefix}${to.path}`, body, box.clock.nowMs())
  return call(box.app, { ...caller, headers: { ...headers, ...caller.headers } }, to, body)
}
