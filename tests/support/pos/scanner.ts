import type { Page } from '@playwright/test'

/** Seconds between two keys of a scanner. */
const scannerGap = 0.004

/** Sends a code as a scanner that works as a keyboard does, its keys at a scanner's pace however busy the machine is. */
export async function scanOn(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const beganAt = Date.now() / 1000
  const keys = [...code].map((key) => ({ key, text: key, windowsVirtualKeyCode: key.charCodeAt(0) }))
  const enter = { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  const sent = [...keys, enter].flatMap((key, i) => {
    const timestamp = beganAt + i * scannerGap
    return [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
    ]
  })
  await Promise.all(sent)
  await session.detach()
}
