/** A school's own address: its code as the first label before the host that all schools share. Of `base` only the origin counts. */
export function schoolAddress(code: string, base: string): string {
  const [, protocol = '', host = ''] = /^(https?:\/\/)([^/?#]*)/i.exec(base) ?? []
  return `${protocol}${code}.${host}`
}
