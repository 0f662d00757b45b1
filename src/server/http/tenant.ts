import type { Context } from 'hono'
import type { AppSettings } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import type { School } from './context.ts'
import type { Services } from './services.ts'

const lastOf = (header: string | undefined): string | undefined => header?.split(',').at(-1)?.trim()

/**
 * Returns the origin of links to this school. Where email is really sent, the settings name the public address: headers of one
 * caller must never decide where another person's link leads.
 */
export function schoolOrigin(c: Context, { publicUrl, trustProxy }: AppSettings, code: string): string {
  if (publicUrl !== undefined) return schoolAddress(code, publicUrl)
  const { origin, protocol } = new URL(c.req.url)
  const host = trustProxy ? lastOf(c.req.header('x-forwarded-host')) : undefined
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return origin
  return `${lastOf(c.req.header('x-forwarded-proto')) === 'https' ? 'https:' : protocol}//${host}`
}

/** Returns the first label of a host name with at least two; undefined for numeric addresses. */
export function hostLabel(c: Context, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? lastOf(c.req.header('x-forwarded-host')) : undefined
  const host = forwarded ? forwarded.replace(/:\d+$/, '') : new URL(c.req.url).hostname
  if (/^\d+(\.\d+){3}$/.test(host)) return undefined
  const [label, ...rest] = host.toLowerCase().split('.')
  return rest.length > 0 ? label : undefined
}

/** Returns the school of the host name; undefined on a bare host or under a name of no school. */
export async function schoolOfHost(c: Context, services: Services): Promise<School | undefined> {
  const label = hostLabel(c, services.deps.settings.trustProxy)
  return label === undefined ? undefined : services.findSchool(label)
}

/**
 * Resolves the school of a call: by host name, and in development and test also by the `school-id` or `client-id` header where
 * the host names none. Two that disagree are refused.
 * @throws AppError tenant.missing, tenant.unknown, tenant.mismatch
 */
export async function resolveSchool(c: Context, services: Services): Promise<School> {
  const { mode, trustProxy } = services.deps.settings
  const ofHost = await schoolOfHost(c, services)
  const named = [c.req.header('school-id'), c.req.header('client-id')].filter(
    (code) => code !== undefined && code !== '',
  )
  const [code] = named
  if (named.some((other) => other !== code)) throw new AppError('tenant.mismatch')
  if (ofHost) {
    if (code !== undefined && code !== ofHost.code) throw new AppError('tenant.mismatch')
    return ofHost
  }
  // Anyone can write a header: in production it never opens a school that the address does not name.
  if (mode === 'production') throw new AppError(hostLabel(c, trustProxy) ? 'tenant.unknown' : 'tenant.missing')
  if (code === undefined) throw new AppError('tenant.missing')
  const school = await services.findSchool(code)
  if (!school) throw new AppError('tenant.unknown')
  return school
}
