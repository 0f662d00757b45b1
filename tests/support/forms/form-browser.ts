import 'fake-indexeddb/auto'
import { type FormSending, startVisitorSending } from '#local/forms/sending-forms.ts'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import { openVisitorForms, type VisitorForms } from '#local/visitor/open-forms.ts'
import { httpOver, type Wire } from '#tests/support/devices/device-kit.ts'
import type { TestDeviceWorld, TestTab } from '#tests/support/devices/test-surroundings.ts'

/** One running page of a family's browser. */
export interface FormPage {
  tab: TestTab
  forms: VisitorForms
  sending: FormSending
  handedIn(): Promise<SubmittedRow[]>
}

/** A family's own browser: what it keeps, and the pages that run in it. */
export interface FormBrowser {
  pages: FormPage[]
  openPage(): Promise<FormPage>
  /** The page is gone with all its memory; what IndexedDB has is there for the next. */
  crash(page: FormPage): void
  close(): void
}

let browsers = 0

function nextScope(schoolCode: string): string {
  browsers += 1
  return `${schoolCode}-b${browsers}`
}

/** `scope` names the databases: browsers of one test file are told apart by a number, unless one of them was there before. */
export function openFormBrowser(
  schoolCode: string,
  world: TestDeviceWorld,
  wire: Wire,
  prove: () => Promise<string>,
  scope = nextScope(schoolCode),
): FormBrowser {
  const browser: FormBrowser = {
    pages: [],
    openPage: async () => {
      const tab = world.openTab()
      // A dead page neither sends nor hears.
      const wireOfTab: Wire = async (request) => {
        await tab.alive()
        const answer = await wire(request)
        await tab.alive()
        return answer
      }
      const forms = await openVisitorForms(scope, tab.surroundings)
      const http = httpOver(wireOfTab, schoolCode)
      const sending = startVisitorSending(scope, forms, { http, appVersion: 'test', prove })
      const page = { tab, forms, sending, handedIn: () => forms.db.handedIn.toArray() }
      browser.pages.push(page)
      return page
    },
    crash: (page) => {
      browser.pages.splice(browser.pages.indexOf(page), 1)
      page.tab.crash()
      page.forms.close()
    },
    close: () => {
      for (let page = browser.pages[0]; page; page = browser.pages[0]) browser.crash(page)
    },
  }
  return browser
}
