/** What a history of accidents came to. */
export interface FaultReport {
  name: string
  seed: number
  /** Accidents that happened. */
  faults: number
  /** Operations that a screen called saved, and those of which the till was told that the server has them. */
  saved: number
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** Anything else that no accident excuses. */
  wrong: string[]
  failedOpens: number
  /** How long each start took until the server listened, ms. */
  openMs: number[]
}

export const emptyReport = (name: string, seed: number): FaultReport => ({
  name,
  seed,
  faults: 0,
  saved: 0,
  acknowledged: 0,
  lost: [],
  doubled: [],
  wrong: [],
  failedOpens: 0,
  openMs: [],
})

/** Several histories of one kind as one. */
export function joined(reports: readonly FaultReport[]): FaultReport {
  const [first] = reports
  const total = (of: (report: FaultReport) => number) => reports.reduce((sum, report) => sum + of(report), 0)
  return {
    name: first?.name ?? '',
    seed: first?.seed ?? 0,
    faults: total((r) => r.faults),
    saved: total((r) => r.saved),
    acknowledged: total((r) => r.acknowledged),
    lost: reports.flatMap((r) => r.lost),
    doubled: reports.flatMap((r) => r.doubled),
    wrong: reports.flatMap((r) => r.wrong),
    failedOpens: total((r) => r.failedOpens),
    openMs: reports.flatMap((r) => r.openMs),
  }
}

/** True when every promise was kept. */
export const isSound = ({ lost, doubled, wrong, failedOpens }: FaultReport): boolean =>
  lost.length + doubled.length + wrong.length + failedOpens === 0

/** One line of figures, and what was found below it. */
export function describeReport(report: FaultReport): string[] {
  const open = report.openMs.toSorted((a, b) => a - b)
  const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(2)
  const figures = [
    `${report.faults} accidents`,
    `${report.saved} saved`,
    `${report.acknowledged} acknowledged`,
    `${report.lost.length} lost`,
    `${report.doubled.length} doubled`,
    `${report.failedOpens} failed opens`,
    `open again in ${seconds(open[Math.floor(open.length / 2)])} s (median), ${seconds(open.at(-1))} s (longest)`,
  ]
  const found = [...report.lost, ...report.doubled, ...report.wrong]
  return [`${report.name.padEnd(18)}${figures.join(', ')}`, ...found.slice(0, 20).map((line) => `    ${line}`)]
}
