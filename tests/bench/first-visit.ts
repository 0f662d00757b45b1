import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { launchOptions } from '../support/chromium.ts'
import { atMost, type Figure, toFigure } from './figure.ts'
import { leaveSignalsToUs, releaseAtEnd } from './resources.ts'
import { serveBench } from './served-till.ts'

const answerDelayMs = 150

/**
 * A first visit over a far network, every answer 150 ms late: from the address until the page can be opened again without one,
 * against the same files fetched one after another, as workbox does by itself.
 */
export async function benchFirstVisit(isSmoke: boolean): Promise<Figure[]> {
  const port = await openSlowDoor((await serveBench()).port)
  const address = `http://alnoor.localhost:${port}/enquiry/new`
  const values: number[] = []
  const yardsticks: number[] = []
  for (let round = 0; round < (isSmoke ? 1 : 3); round += 1) {
    const { readyMs, urls } = await visit(address)
    values.push(readyMs)
    yardsticks.push(await fetchInTurn(urls, port))
  }
  return [
    toFigure({
      name: 'first visit, until it opens again without a network',
      unit: 'ms',
      yardstickName: 'its files, one after another',
      values,
      yardsticks,
      goal: atMost(0.5),
    }),
  ]
}

/** Opens another way to the server, on which each answer is late. @returns its port */
async function openSlowDoor(to: number): Promise<number> {
  const door = createServer((asked, answer) => {
    const { method, url, headers } = asked
    const passed = request({ host: '127.0.0.1', port: to, method, path: url, headers }, (got) => {
      setTimeout(() => got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)), answerDelayMs)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  releaseAtEnd(async () => {
    door.closeAllConnections()
    door.close()
  })
  return (door.address() as AddressInfo).port
}

/** Visits an address in a new browser, waits for its worker, and proves that the page opens without a network. */
async function visit(address: string): Promise<{ readyMs: number; urls: string[] }> {
  const browser = await chromium.launch({ ...launchOptions(), ...leaveSignalsToUs })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    const startedAt = Date.now()
    await page.goto(address)
    await page.evaluate(() => navigator.serviceWorker.ready)
    const readyMs = Date.now() - startedAt
    const urls = await page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'))
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map(({ url }) => url)
    })
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { readyMs, urls }
  } finally {
    await browser.close()
  }
}

async function fetchInTurn(urls: readonly string[], port: number): Promise<number> {
  const startedAt = Date.now()
  for (const url of urls) {
    const { pathname, host } = new URL(url)
    await fetch(`http://127.0.0.1:${port}${pathname}`, { headers: { host } }).then((answer) => answer.arrayBuffer())
  }
  return Date.now() - startedAt
}
