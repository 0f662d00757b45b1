/** A school's own address: its code as the first label before the host that all schools share. Of `base` only the origin counts. */
export function schoolAddress(code: string, base: string): string {
  const [, protocol = '', host = ''] = /^(https?:\/\/)([^/?#]*)/i.exec(base) ?? []
  return `${protocol}${code}.${host}`
}

/**
 * The host under which a school is reached by the setting HOSTS alone: one of its own before one for every school. Null where none
 * of them names it.
 */
export function schoolHost(code: string, hosts: readonly string[]): string | null {
  const named = (label: string) => hosts.find((host) => host.startsWith(`${label}.`))
  return named(code) ?? named('*')?.replace('*', code) ?? null
}
