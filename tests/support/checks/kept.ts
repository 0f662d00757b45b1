import type { Page } from '@playwright/test'

/** Everything that the page's origin has put into the browser, by the name it is kept under. */
export interface Kept {
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
  cookies: Record<string, string>
  databases: string[]
  caches: string[]
}

/** Looks into every drawer of the browser at once, from inside the page; `HttpOnly` cookies are seen from outside. */
export async function keptBy(page: Page): Promise<Kept> {
  const inside = await page.evaluate(async () => ({
    localStorage: { ...localStorage } as Record<string, string>,
    sessionStorage: { ...sessionStorage } as Record<string, string>,
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
  }))
  const cookies = await page.context().cookies()
  return { ...inside, cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])) }
}
