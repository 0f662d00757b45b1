import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Tablet } from '#tests/support/pos/tablet.ts'

/** What a browser can be made to suffer through its own tools: each by the number of its scenario. */

/** F13: the renderer of one page dies in the middle of whatever it does. */
export async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // The answer never comes: who should give it is dead.
  void session.send('Page.crash').catch(() => undefined)
  await gone
}

/** F16, F17: the browser stops a page without ending it, as it does to save power; its locks stay taken. */
export async function freeze(page: Page): Promise<{ thaw(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  return { thaw: async () => void (await session.send('Page.setWebLifecycleState', { state: 'active' })) }
}

export interface Workers {
  /** F19: the browser tells the worker that the network is back. */
  wake(): Promise<void>
  /** F20: the browser ends all workers, whatever they are doing. */
  stop(): Promise<void>
}

const originOf = (page: Page): string => new URL(page.url()).origin

/** The service worker of the page's origin. */
export async function workersOf(page: Page): Promise<Workers> {
  const origin = originOf(page)
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session, origin)
  return {
    wake: async () => {
      const event = { origin, registrationId, tag: 'send-outbox', lastChance: false }
      await session.send('ServiceWorker.dispatchSyncEvent', event)
    },
    stop: async () => void (await session.send('ServiceWorker.stopAllWorkers')),
  }
}

async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

/** F21: the page's origin may hold no more than this; undefined is as before. */
export async function setQuota(page: Page, bytes?: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: originOf(page),
    ...(bytes === undefined ? {} : { quotaSize: bytes }),
  })
}

/** F23: the browser takes back what the page's origin has stored in databases, and leaves the rest. */
export async function evictDatabases(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: originOf(page), storageTypes: 'indexeddb' })
}

/** F22, T05: the next transactions of this page fail as on a connection that the browser has dropped. */
export const dropConnections = (page: Page, times: number): Promise<void> =>
  page.evaluate((count) => {
    const real = IDBDatabase.prototype.transaction
    let left = count
    IDBDatabase.prototype.transaction = function (...args: Parameters<typeof real>) {
      if (left <= 0) IDBDatabase.prototype.transaction = real
      else {
        left -= 1
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      }
      return real.apply(this, args)
    }
  }, times)

/** One cycle of a sale: what to press, by the words of the screen. */
export interface StormWords {
  item: string
  pay: string
  complete: string
  next: string
}

export interface StormEvents {
  /** The button that completes the sale is about to be pressed. */
  paying(): void
  /** The screen shows a receipt with this number: the sale counts as saved. */
  receipt(receiptNo: string): void
}

/** Errors in any page of this browser is heard here. */
export async function hearStorms(context: BrowserContext, events: () => StormEvents): Promise<void> {
  await context.exposeBinding('stormPaying', () => events().paying())
  await context.exposeBinding('stormReceipt', (_source, receiptNo: string) => events().receipt(receiptNo))
}

/** Sells one item for cash as fast as the screen can, until the page is gone. */
export async function storm({ page }: Pick<Tablet, 'page'>, words: StormWords): Promise<void> {
  await page.evaluate((say) => {
    const told = globalThis as unknown as Record<'stormPaying' | 'stormReceipt', (text?: string) => void>
    const button = (text: string, within = 'body') =>
      [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find(
        (known) => !known.disabled && known.textContent?.trim().startsWith(text),
      )
    const until = async <T>(find: () => T | null | undefined): Promise<T> => {
      for (;;) {
        const found = find()
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    const sellOne = async () => {
      const item = await until(() => button(say.item))
      item.click()
      const pay = await until(() => button(say.pay))
      pay.click()
      const complete = await until(() => button(say.complete))
      told.stormPaying()
      complete.click()
      const receipt = await until(() => document.querySelector('dialog[open] [role=img][aria-label]'))
      told.stormReceipt(receipt.getAttribute('aria-label') ?? '')
      const next = await until(() => button(say.next))
      next.click()
      await until(() => !document.querySelector('dialog[open] [role=img][aria-label]'))
    }
    void (async () => {
      for (;;) await sellOne()
    })()
  }, words)
}
