/** Printer of the network that the server's settings allow. */
export interface PrinterAddress {
  /** School whose tills may use it; undefined for every school of this server. */
  school: string | undefined
  /** `server`: dialled by this server · `browser`: called by the tills themselves. */
  by: 'server' | 'browser'
  /** `host:port` where the server dials, an origin where browsers call. */
  address: string
  host: string
  port: number
}

const usualPort = { 'tcp:': 9100, 'http:': 80, 'https:': 443 } as const
const isKnown = (protocol: string): protocol is keyof typeof usualPort => Object.hasOwn(usualPort, protocol)

/** Host names and addresses as they may stand in a security header. */
const safeHost = /^([\da-z-]+(\.[\da-z-]+)*|\[[\da-f:]+\])$/i

function readAddress(text: string): PrinterAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (!isKnown(protocol) || !safeHost.test(hostname) || password || search || hash) return undefined
  if (pathname !== '' && pathname !== '/') return undefined
  const portNo = port === '' ? usualPort[protocol] : Number(port)
  if (portNo === 0) return undefined
  const isDialled = protocol === 'tcp:'
  const address = isDialled ? `${hostname}:${portNo}` : `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
  const host = hostname.replaceAll(/[[\]]/g, '')
  return { school: username || undefined, by: isDialled ? 'server' : 'browser', address, host, port: portNo }
}

/**
 * Reads printers separated by commas: `tcp://192.168.1.50:9100` is dialled by this server, `http://192.168.1.51` is called by the
 * tills' browsers; a school's code before an `@` keeps it for that school. Returns undefined when one of them is none.
 */
export function readPrinterAddresses(text: string): PrinterAddress[] | undefined {
  const addresses = text
    .trim()
    .split(/\s*,\s*/)
    .map(readAddress)
  return addresses.every((each) => each !== undefined) ? addresses : undefined
}
