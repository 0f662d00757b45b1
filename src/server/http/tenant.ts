import type { Context, MiddlewareHandler } from 'hono'
import type { AppSettings } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import type { School } from './context.ts'
import type { Services } from './services.ts'

const lastOf = (header: string | undefined): string | undefined => header?.split(',').at(-1)?.trim()

/**
 * Returns the origin of links to this school. Where email is really sent, the settings name the public address: headers of one
 * caller must never decide where another person's link leads.
 */
export function schoolOrigin(
  c: Context,
  { publicUrl, trustProxy }: AppSettings,
  school: Pick<School, 'code' | 'domain' | 'isDomainInLinks'>,
): string {
  if (publicUrl !== undefined) return linkAddress(school, publicUrl)
  const { origin, protocol } = new URL(c.req.url)
  const host = trustProxy ? lastOf(c.req.header('x-forwarded-host')) : undefined
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return origin
  return `${lastOf(c.req.header('x-forwarded-proto')) === 'https' ? 'https:' : protocol}//${host}`
}

/** Refuses a call whose host is none, e.g. `alnoor.127.0.0.1`, before anything reads its address. @throws AppError tenant.missing */
export const requireHost: MiddlewareHandler = async (c, next) => {
  if (!URL.canParse(c.req.url)) throw new AppError('tenant.missing')
  await next()
}

/** Returns the host name of a call, or undefined if a proxy passes on one that is none. */
function hostName(c: Context, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? lastOf(c.req.header('x-forwarded-host')) : undefined
  const url = forwarded ? `http://${forwarded}` : c.req.url
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined
}

/**
 * Returns the label that names a school; undefined on every host that the settings do not allow: a foreign name that leads to this
 * server must not appear in links, nor let a foreign page read what is here.
 */
export function hostLabel(c: Context, { publicUrl, hosts, trustProxy }: AppSettings): string | undefined {
  const name = hostName(c, trustProxy)
  const [label = '', ...rest] = name?.split('.') ?? []
  if (name === undefined || label === '' || rest.length === 0) return undefined
  const below = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  const allowed = ['*.localhost', ...below.map((host) => `*.${host}`), ...hosts]
  return allowed.some((host) => host === name || host === ['*', ...rest].join('.')) ? label : undefined
}

/** Returns the host if it is one at which trials are made: there a header may name the school, as in development. */
export function testHostOf(c: Context, { testHosts = [], trustProxy }: AppSettings): string | undefined {
  const name = hostName(c, trustProxy)?.toLowerCase() ?? ''
  const rest = name.slice(name.indexOf('.'))
  return testHosts.some((host) => host === name || host === `*${rest}`) ? name : undefined
}

const firstLabel = (c: Context, { trustProxy }: AppSettings) => hostName(c, trustProxy)?.toLowerCase().split('.')[0]

const loopback = /^(127\.|\[::1\])/
const isNumber = (hostname: string) => /^[\d.]+$|^\[/.test(hostname)

/**
 * Returns the origin before which a school's code stands in its address. For a page that only its caller reads: without a public
 * address it is the host that they have reached, and `localhost` on the machine itself, where a bare number leads to no school.
 */
export function schoolsBase(c: Context, settings: AppSettings): string {
  if (settings.publicUrl !== undefined) return new URL(settings.publicUrl).origin
  const origin = schoolOrigin(c, settings, { code: '' })
  // A proxy may pass on a host that is none.
  if (!URL.canParse(origin)) throw new AppError('tenant.missing')
  const { protocol, hostname, port } = new URL(origin)
  const label = hostLabel(c, settings)
  const wildcard = loopback.test(hostname) ? undefined : settings.hosts.find((host) => host.startsWith('*.'))?.slice(2)
  const host = isNumber(hostname)
    ? (wildcard ?? 'localhost')
    : label === undefined
      ? hostname
      : hostname.slice(label.length + 1)
  return `${protocol}//${host}${port && `:${port}`}`
}

/**
 * Returns the school of the host name: by its first label, else by its own domain. Undefined on a bare or foreign host and under a
 * name of no school.
 */
export async function schoolOfHost(c: Context, services: Services): Promise<School | undefined> {
  const { settings } = services.deps
  const label = hostLabel(c, settings)
  if (label !== undefined) return services.findSchool(label)
  const host = hostName(c, settings.trustProxy)?.toLowerCase()
  return host === undefined || isNumber(host) ? undefined : services.findSchoolByDomain(host)
}

/**
 * Resolves the school of a call: by host name or own domain, and in development and test also by the `school-id` or `client-id` header where
 * the host names none. Two that disagree are refused.
 * @throws AppError tenant.missing, tenant.unknown, tenant.mismatch
 */
export async function resolveSchool(c: Context, services: Services): Promise<School> {
  const { settings } = services.deps
  const ofHost = await schoolOfHost(c, services)
  const named = [c.req.header('school-id'), c.req.header('client-id')].filter(
    (code) => code !== undefined && code !== '',
  )
  const [code] = named
  if (named.some((other) => other !== code)) throw new AppError('tenant.mismatch')
  if (ofHost) {
    const isOwnDomain = hostLabel(c, settings) === undefined
    // Before a browser has read whose domain it is, it names the first label of the host, whatever that is.
    const isUnread = isOwnDomain && code === firstLabel(c, settings)
    if (code !== undefined && code !== ofHost.code && !isUnread) throw new AppError('tenant.mismatch')
    return ofHost
  }
  // Anyone can write a header: in production it never opens a school that the address does not name.
  const isTest = testHostOf(c, settings) !== undefined
  if (settings.mode === 'production' && !isTest)
    throw new AppError(hostLabel(c, settings) ? 'tenant.unknown' : 'tenant.missing')
  if (code === undefined) throw new AppError('tenant.missing')
  const school = await services.findSchool(code)
  // A browser that has not chosen yet names the first label of the host.
  const isUnchosen = isTest && code === firstLabel(c, settings)
  if (!school) throw new AppError(isUnchosen ? 'tenant.missing' : 'tenant.unknown')
  return school
}
