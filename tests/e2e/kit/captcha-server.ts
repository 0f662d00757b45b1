import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Served, serveSchools } from '#tests/support/served/served-school.ts'

export interface Captcha {
  served: Served
  /** What the provider was asked by our server. */
  asked: string[]
  remove(): Promise<void>
}

/** A server with an outside captcha, whose provider's half that verifies is played here. */
export async function serveWithCaptcha(): Promise<Captcha> {
  const asked: string[] = []
  const provider = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      asked.push(body)
      response.end(JSON.stringify({ success: body.includes('response=human') }))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const served = await serveSchools({
    CAPTCHA_SITE_KEY: 'open-key',
    CAPTCHA_SECRET: 'closed-key',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/verify`,
  })
  const remove = async () => {
    await served.remove()
    await new Promise((resolve) => provider.close(resolve))
  }
  return { served, asked, remove }
}
