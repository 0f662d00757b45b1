// chunk: frame
import { readableBrand } from '#shared/school/brand.rules.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { readSchoolDetails, type SchoolDetails } from '#shared/school/school-read.contract.ts'
import { forgetPlain, readPlain, writePlain } from '../storage.ts'
import { store } from '../store.ts'
import { schoolAtom, tenantAtom } from './school.atoms.ts'

/** Spelled out, and compared with the contract by a test: the endpoint itself would bring zod into the first load. */
export const detailsAddress = '/api/v1/oa/public/school_details'

const address = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/

/** The school a host name stands for: its first label. Bare hosts (localhost, an address) stand for none. */
export function schoolOfHost(hostname: string): string | null {
  if (address.test(hostname) || !hostname.includes('.')) return null
  return hostname.slice(0, hostname.indexOf('.')).toLowerCase()
}

/** Finds out whose gate this is, before anything is drawn: by host name, else by what was chosen on this device before. */
export function settleTenant(hostname: string): void {
  const kept = store.get(schoolAtom)
  const ofDomain = kept?.domain === hostname.toLowerCase() ? kept.code : null
  const code = ofDomain ?? schoolOfHost(hostname) ?? readPlain('school-id') ?? readPlain('client-id')
  if (!code) return store.set(tenantAtom, { code: null, state: 'choose' })
  adoptTenant(code)
}

/** Makes `code` the school of this browser: every later call carries it in its headers. */
export function adoptTenant(code: string): void {
  if (store.get(schoolAtom)?.code !== code) store.set(schoolAtom, null)
  writePlain('school-id', code)
  writePlain('client-id', code)
  store.set(tenantAtom, { code, state: 'open' })
}

/** The two identifiers every call carries; `undefined` while no school is settled. */
export function tenantHeaders(): { 'school-id': string; 'client-id': string } | undefined {
  const { code } = store.get(tenantAtom)
  return code ? { 'school-id': code, 'client-id': code } : undefined
}

/**
 * Asks the server for the school's details and keeps them. Offline, or when the server has trouble, the kept ones stand.
 * By the browser's own fetch: the first paint waits for this on a first visit, and must not wait for the full client.
 */
export async function refreshSchool(): Promise<void> {
  const headers = tenantHeaders()
  if (!headers) return
  try {
    const response = await fetch(detailsAddress, { headers, signal: AbortSignal.timeout(10_000) })
    const body = await response.json()
    // A 404 alone may be anybody's: a proxy's, a server's that is being replaced. Only our own words close a gate.
    if (response.status === 404 && says(body, 'tenant.unknown')) {
      return store.set(tenantAtom, { code: headers['school-id'], state: 'unknown' })
    }
    if (response.status === 400 && says(body, 'tenant.missing')) return forgetChoice()
    if (!response.ok) return
    const details = readSchoolDetails(body)
    if (details) keepSchool(details)
  } catch {
    // No network, or an answer that is none of ours (a captive portal): the kept details stand.
  }
}

const says = (body: unknown, messageId: MessageId): boolean =>
  (body as { messageId?: unknown } | null)?.messageId === messageId

/** This server goes by addresses alone: a school that was once chosen here opens nothing. */
function forgetChoice(): void {
  forgetPlain('school-id')
  forgetPlain('client-id')
  store.set(schoolAtom, null)
  store.set(tenantAtom, { code: null, state: 'choose' })
}

function keepSchool(details: SchoolDetails): void {
  // At a school's own domain the first label of the host is no code.
  if (details.code !== store.get(tenantAtom).code) adoptTenant(details.code)
  const brand = readableBrand(details.theme.brand)
  store.set(schoolAtom, { ...details, theme: { ...details.theme, brand } })
}
