import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  key: string
  cert: string
  /** By which a browser can be told to trust its key: SHA-256 of the public key, in base64. */
  spki: string
}

/** Makes a certificate for a host and everything below it. @param days from now; negative for one that has expired */
export function makeCertificate(host: string, days: number): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-tls-'))
  try {
    const names = `subjectAltName=DNS:${host},DNS:*.${host}`
    const time = (fromNow: number) =>
      new Date(Date.now() + fromNow * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
    const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
    const curve = (key: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key]
    run('req', ...curve('key.pem'), '-subj', `/CN=${host}`, '-addext', names, '-out', 'request.pem')
    // Only an authority can date a certificate back.
    run('req', '-x509', ...curve('root.key'), '-subj', '/CN=root', '-days', '30', '-out', 'root.pem')
    execFileSync(
      'sh',
      [
        '-c',
        `: > index.txt; echo 01 > serial; printf '[ca]\\ndefault_ca=own\\n[own]\\ndatabase=index.txt\\nserial=serial\\nnew_certs_dir=.\\ndefault_md=sha256\\npolicy=any\\ncopy_extensions=copy\\n[any]\\ncommonName=supplied\\n' > ca.conf`,
      ],
      { cwd: folder },
    )
    const dates = ['-startdate', time(Math.min(-1, days - 90)), '-enddate', time(days)]
    run(
      'ca',
      '-batch',
      '-config',
      'ca.conf',
      '-keyfile',
      'root.key',
      '-cert',
      'root.pem',
      ...dates,
      '-in',
      'request.pem',
      '-out',
      'cert.pem',
      '-notext',
    )
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    const cert = read('cert.pem')
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    return { key: read('key.pem'), cert, spki: createHash('sha256').update(spki).digest('base64') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Another way to a server, by https. */
export interface TlsDoor {
  readonly port: number
  /** As a proxy that has got another certificate: whoever comes from now on sees that one. */
  present(certificate: Certificate): void
  close(): Promise<void>
}

/** Passes everything on with its host name, as a proxy with the certificate does. */
export async function openTlsDoor(to: number, certificate: Certificate): Promise<TlsDoor> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (asked, answer) => {
    const { method, url, headers } = asked
    const options = {
      host: '127.0.0.1',
      port: to,
      method,
      path: url,
      headers: { ...headers, 'x-forwarded-proto': 'https' },
    }
    const onward = request(options, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers)
      back.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    present: ({ key, cert }) => {
      server.setSecureContext({ key, cert })
      server.closeAllConnections()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
