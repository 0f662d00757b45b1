import { readdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { letterHtml } from '#server/features/mail/letter-mail.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { atMost, type Figure, type Goal, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { releaseAtEnd } from '#tests/bench/resources.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { keptLog, sampleLetter } from '#tests/support/letters/letter-press.ts'
import { benchDrawn } from './letters-drawn.ts'
import { benchIssued } from './letters-issued.ts'
import { benchPreview } from './letters-preview.ts'
import { byReactPdf } from './letters-react-pdf.ts'

const full = { letters: 100, many: 5000 }
const tiny = { letters: 2, many: 12 }

/** No two alike, as in life: what the compiler remembers of the last one must not be the whole of it. */
const letterNo = (no: number) =>
  sampleLetter('conditional-offer-letter', 'both', {
    'student.name': { latin: `Layla Khalid ${no}`, arabic: `ليلى خالد ${no}` },
    'letter.reference': `OFR-2026-${no}`,
    'offer.reference': `OFR-2026-${no}`,
    'offer.note': `Note ${no}`,
  })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beginsMs = performance.now()
  await work()
  return performance.now() - beginsMs
}

/**
 * A conditional offer of two pages in both languages, warm, beside Chromium's print of the same blocks and @react-pdf/renderer in
 * the same run, in turns; then five thousand of them, and what the process that made them holds.
 */
export async function benchLetters(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const typesetter = new ForkedTypesetter(keptLog(), { size: 1 })
  releaseAtEnd(() => typesetter.close())
  const browser = await chromium.launch(findChromium() ?? {})
  releaseAtEnd(() => browser.close())
  const page = await browser.newPage()
  const ours: number[] = []
  const printed: number[] = []
  const react: number[] = []
  for (let no = -2; no < size.letters; no += 1) {
    const letter = letterNo(no + 2)
    const own = await timed(() => typesetter.typeset(letter, 'bench'))
    const print = await timed(async () => {
      await page.setContent(letterHtml(letter))
      await page.pdf({ format: 'A4', tagged: true })
    })
    const other = await timed(() => byReactPdf(letter))
    if (no < 0) continue
    ours.push(own)
    printed.push(print)
    react.push(other)
  }
  const beside = (yardstickName: string, yardsticks: number[], goal: Goal) =>
    toFigure({ name: 'a letter in both languages, warm', unit: 'ms', yardstickName, values: ours, yardsticks, goal })
  return [
    beside('Chromium’s print of it', printed, atMost(0.2)),
    beside('@react-pdf/renderer', react, atMost(0.2)),
    beside('@react-pdf/renderer', react, valueAtMost(15)),
    await benchDrawn(typesetter, letterNo, isSmoke),
    await benchPreview(typesetter, isSmoke),
    await memoryOfMany(typesetter, size.many),
    ...(await benchIssued(isSmoke)),
  ]
}

async function memoryOfMany(typesetter: ForkedTypesetter, many: number): Promise<Figure> {
  const held: number[] = []
  const early: number[] = []
  for (let no = 0; no < many; no += 1) {
    await typesetter.typeset(letterNo(no), 'bench')
    if (no % Math.ceil(many / 50) === 0) (no < many / 10 ? early : held).push(residentMb())
  }
  return toFigure({
    name: `memory of the process that makes ${many} letters`,
    unit: 'MB',
    yardstickName: 'in the first tenth',
    values: [Math.max(...held)],
    yardsticks: early,
    goal: valueAtMost(200),
  })
}

/** What the largest child of this process that makes letters holds. */
function residentMb(): number {
  const sizes = readdirSync('/proc').flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('typesetter-worker')) return []
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)) return []
      return [Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024]
    } catch {
      // Not a process, or not any more.
      return []
    }
  })
  return Math.max(...sizes)
}
