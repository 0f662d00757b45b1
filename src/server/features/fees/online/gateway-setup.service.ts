import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { EncryptedColumn } from '#server/kernel/keys/encrypted-columns.ts'
import { decryptSecret, encryptSecret, type SecretPurpose } from '#server/kernel/keys/secrets.ts'
import type { FeeGateway, setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { type GatewayId, gatewayIds } from '#shared/fees/online/gateway.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { GatewayAccount } from './adapters/gateway.types.ts'
import { feeGateways } from './online.table.ts'

type Row = typeof feeGateways.$inferSelect
type Asked = z.output<typeof setFeeGateway.body>

/** Gateways that a school of this server can use: the simulated one only where it runs. */
export const possibleGateways = ({ gateways }: Pick<Deps, 'gateways'>): readonly GatewayId[] =>
  gateways ? gatewayIds.filter((id) => id !== 'simulated' || gateways.simulatedUrl !== undefined) : []

/** Address to which a gateway reports a school's payments. */
export const eventPath = (schoolCode: string, gateway: GatewayId): string => `/gateway-events/${schoolCode}/${gateway}`

const unset = { isEnabled: false, isLive: false, country: 'QA', merchant: '', revision: 0 } as const

const view = (gateway: GatewayId, row: Row | undefined, eventUrl: string): FeeGateway => {
  const { isEnabled, isLive, country: merchantCountry, merchant, revision } = row ?? unset
  const keys = { hasApiKey: !!row?.apiKey, hasWebhookSecret: !!row?.webhookSecret }
  return { gateway, isEnabled, isLive, merchantCountry, merchant, revision, eventUrl, ...keys }
}

/** Lists the gateways that the school may use, without their keys. */
export async function listGateways(
  tx: Tx,
  { deps, school, origin }: SessionCtx,
): Promise<{ gateways: FeeGateway[]; canKeepKeys: boolean }> {
  const rows = await tx.select().from(feeGateways).where(eq(feeGateways.schoolId, school.schoolId))
  const gateways = possibleGateways(deps).map((id) => {
    const row = rows.find(({ gateway }) => gateway === id)
    return view(id, row, origin + eventPath(school.code, id))
  })
  return { gateways, canKeepKeys: deps.keyRing !== undefined }
}

const isThis = (schoolId: string, gateway: GatewayId) =>
  and(eq(feeGateways.schoolId, schoolId), eq(feeGateways.gateway, gateway))

const purpose: SecretPurpose = 'bawaba-gateways-1'
const secretNames = ['apiKey', 'webhookSecret'] as const

/** Sets a gateway up. @throws AppError as the contract says */
export async function setGateway(tx: Tx, ctx: SessionCtx, asked: Asked): Promise<FeeGateway> {
  const { deps, school, session, origin } = ctx
  const { schoolId } = school
  const { gateway, isEnabled, isLive, merchantCountry: country, merchant } = asked
  if (!possibleGateways(deps).includes(gateway)) throw new AppError('fees.no-gateway', { field: 'gateway' })
  const [known] = await tx.select().from(feeGateways).where(isThis(schoolId, gateway)).for('update')
  if ((known?.revision ?? 0) !== asked.revision) throw new AppError('fees.gateway-changed')
  const { keyRing, random } = deps
  const given = secretNames.filter((name) => asked[name] !== undefined)
  const keys = { apiKey: known?.apiKey ?? null, webhookSecret: known?.webhookSecret ?? null }
  for (const name of given) {
    if (!keyRing) throw new AppError('fees.no-key')
    const place = { keyRing, purpose, schoolId, of: `${gateway} ${name}`, random }
    keys[name] = await encryptSecret(place, asked[name] ?? '')
  }
  // Tap signs its reports with the API key and has no other.
  const lacksSecret = keys.webhookSecret === null && gateway !== 'tap'
  const isTest = !isLive || asked.apiKey?.startsWith('sk_test') === true
  if (isEnabled && isTest && deps.settings.mode === 'production')
    throw new AppError('fees.gateway-test', { field: 'isLive' })
  if (isEnabled && (keys.apiKey === null || lacksSecret)) throw new AppError('fees.gateway-incomplete')
  const row = { isEnabled, isLive, country, merchant, ...keys, revision: asked.revision + 1 }
  const stored = { ...row, byUser: session.user.userId, at: toInstant(deps.clock.nowMs()) }
  const target = [feeGateways.schoolId, feeGateways.gateway]
  const [saved] = await tx
    .insert(feeGateways)
    .values({ schoolId, gateway, ...stored })
    .onConflictDoUpdate({ target, set: stored })
    .returning()
  const facts = { kind: gateway, state: isEnabled ? 'on' : 'off', parts: given.join(' ') }
  await recordAuditEvent(tx, ctx, 'fee-gateway-set', { about: gateway, facts })
  return view(gateway, saved, origin + eventPath(school.code, gateway))
}

/**
 * Switches a gateway off that was set since the copy that a database was restored from: its account and keys may be replaced ones. Payments
 * that were begun go on. @param id as the journal keeps it
 */
export async function switchGatewayOff(tx: Tx, schoolId: string, id: string): Promise<void> {
  const gateway = gatewayIds.find((each) => each === id)
  if (!gateway) return
  await tx
    .update(feeGateways)
    .set({ isEnabled: false, revision: sql`${feeGateways.revision} + 1` })
    .where(isThis(schoolId, gateway))
}

/** Returns the gateway that a school uses: the first one that is switched on, in production no test system; undefined when none is. */
export async function gatewayInUse(
  tx: Tx,
  deps: Pick<Deps, 'gateways' | 'settings'>,
  schoolId: string,
): Promise<Row | undefined> {
  const rows = await tx
    .select()
    .from(feeGateways)
    .where(and(eq(feeGateways.schoolId, schoolId), eq(feeGateways.isEnabled, true)))
  return possibleGateways(deps)
    .map((id) => rows.find(({ gateway }) => gateway === id))
    .find((row) => row && (row.isLive || deps.settings.mode !== 'production'))
}

/** Returns a gateway as the school has set it up, also when it is switched off: payments that were begun go on. */
export async function gatewayRow(tx: Tx, schoolId: string, gateway: GatewayId): Promise<Row | undefined> {
  const [row] = await tx.select().from(feeGateways).where(isThis(schoolId, gateway))
  return row
}

/** Decrypts an account for one call; undefined where the server has no key, or another one. */
export async function openAccount(
  { keyRing, gateways }: Pick<Deps, 'keyRing' | 'gateways'>,
  row: Row | undefined,
): Promise<GatewayAccount | undefined> {
  if (!keyRing || !row?.apiKey) return undefined
  const { schoolId, gateway, isLive, country, merchant } = row
  const open = (of: string, stored: string | null) =>
    stored === null ? '' : decryptSecret({ keyRing, purpose, schoolId, of: `${gateway} ${of}` }, stored)
  try {
    const apiKey = await open('apiKey', row.apiKey)
    const webhookSecret = await open('webhookSecret', row.webhookSecret)
    return { isLive, country, merchant, apiKey, webhookSecret, baseUrl: gateways?.simulatedUrl }
  } catch {
    return undefined
  }
}

const snakeNames = { apiKey: 'api_key', webhookSecret: 'webhook_secret' } as const

/** Secrets of gateways, which are encrypted by the server's keys. */
export const gatewaySecrets: readonly EncryptedColumn[] = secretNames.map((name) => ({
  table: 'fee_gateways',
  column: snakeNames[name],
  purpose,
  key: ['gateway'],
  of: ([gateway = '']) => `${gateway} ${name}`,
}))
