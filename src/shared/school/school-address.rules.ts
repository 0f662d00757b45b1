/** A school's own address: its code as the first label before the host that all schools share. Of `base` only the origin counts. */
export function schoolAddress(code: string, base: string): string {
  const [, protocol = '', host = ''] = /^(https?:\/\/)([^/?#]*)/i.exec(base) ?? []
  return `${protocol}${code}.${host}`
}

/**
 * The origin that links to a school lead to: its own domain where it has one for links, else its code before the host that all
 * schools share. Of `base` only the origin counts.
 */
export function linkAddress(
  {
    code,
    domain,
    isDomainInLinks,
  }: { code: string; domain?: string | null | undefined; isDomainInLinks?: boolean | undefined },
  base: string,
): string {
  if (!domain || !isDomainInLinks) return schoolAddress(code, base)
  return `${/^https?:/i.exec(base)?.[0] ?? 'https:'}//${domain}`
}

/** Whether a host is reserved for first labels, so that no school may take it as its own domain. */
export const isReservedHost = (host: string, shared: readonly string[]): boolean =>
  ['localhost', ...shared.map((name) => name.replace(/^\*\./, ''))].some(
    (name) => host === name || host.endsWith(`.${name}`),
  )

/**
 * The host under which a school is reached by the setting HOSTS alone: one of its own before one for every school. Null where none
 * of them names it.
 */
export function schoolHost(code: string, hosts: readonly string[]): string | null {
  const named = (label: string) => hosts.find((host) => host.startsWith(`${label}.`))
  return named(code) ?? named('*')?.replace('*', code) ?? null
}

/** Reads what somebody typed or pasted as a school's address, or its first label alone. @returns the host and its first label, in small letters */
export function readTypedAddress(typed: string): { host: string; label: string } {
  const [, host = ''] = /^(?:[a-z]+:\/\/)?([^/?#:\s]*)/i.exec(typed.trim().toLowerCase()) ?? []
  const [label = ''] = host.split('.')
  return { host, label }
}
