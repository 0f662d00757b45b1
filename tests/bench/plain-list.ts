import type { Browser, Page } from 'playwright'
import { studentList } from '#shared/admissions/student.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import type { Caller } from '../support/server.ts'

/** Lines of a bare page, as high as those of the desk. */
export const plainLinesOf = (count: number) => '<p style="height:44px;margin:0">A line</p>'.repeat(count)

interface PlainList {
  page: Page
  setContent(html: string): Promise<void>
  /** Empties the page, which then reads its list from the start, the next page whenever somebody comes near the end. */
  empty(): Promise<void>
}

/** The plainest page that shows the same list: what browser, server and machine take for it by themselves. */
export async function openPlainList(browser: Browser, origin: string, caller: Caller): Promise<PlainList> {
  // The server's own policy allows no style in the page.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${origin}/healthz`)
  const asked = {
    url: `${apiPrefix}${studentList.path}`,
    headers: {
      'content-type': 'application/json',
      'client-id': caller.school ?? '',
      authorization: `Bearer ${caller.token}`,
    },
  }
  return {
    page,
    setContent: (html) => page.setContent(html),
    empty: () =>
      page.evaluate(async ({ url, headers }) => {
        document.body.replaceChildren()
        scrollTo(0, 0)
        let after: string | undefined
        let isReading = false
        const read = async () => {
          if (isReading) return
          isReading = true
          const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ after }) })
          const { students, next } = (await answer.json()) as { students: Record<string, string>[]; next: string }
          after = next
          for (const student of students) {
            const line = document.createElement('p')
            line.style.cssText = 'height:44px;margin:0'
            line.ariaRowIndex = String(document.body.childElementCount + 1)
            line.textContent = Object.values(student).slice(0, 6).join(' ')
            document.body.append(line)
          }
          isReading = false
        }
        onscroll = () => {
          if (scrollY + innerHeight > document.body.scrollHeight - 1800) void read()
        }
        await read()
      }, asked),
  }
}
