import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsideCaptcha } from './captcha.ts'

describe('an outside captcha', () => {
  const asked: string[] = []
  const provider = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      asked.push(`${request.method} ${request.headers['content-type']} ${body}`)
      if (body.endsWith('broken')) response.writeHead(500)
      response.end(body.endsWith('garbled') ? '<html>' : JSON.stringify({ success: body.endsWith('human') }))
    })
  })
  const captcha = () => {
    const { port } = provider.address() as AddressInfo
    return outsideCaptcha({
      provider: 'hcaptcha',
      siteKey: 'open',
      secret: 'c&d',
      verifyUrl: `http://127.0.0.1:${port}/verify`,
    })
  }
  beforeAll(() => new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => provider.close(resolve)))

  it('is asked with the secret and the token, and believed', async () => {
    expect(captcha()).toMatchObject({ provider: 'hcaptcha', siteKey: 'open' })
    expect(await captcha().verify('human')).toBe(true)
    expect(await captcha().verify('robot')).toBe(false)
    expect(asked[0]).toBe('POST application/x-www-form-urlencoded;charset=UTF-8 secret=c%26d&response=human')
  })

  it.each(['broken', 'garbled'])('that is %s says neither yes nor no', async (token) => {
    await expect(captcha().verify(token)).rejects.toThrow()
  })
})
