import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of Linux are hundredths of a second. */
const msOfTick = 10

interface Process {
  pid: number
  parent: number
  /** Its own, and that of its children that have ended. */
  ticks: number
}

function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold blanks and brackets; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return { pid, parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) }
  } catch {
    return undefined
  }
}

/** Returns the CPU time that a process and everything it began have used, ms. Ended children are counted by their parents. */
export function cpuOfTree(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const own = all.filter((each) => each.pid === pid || each.parent === pid)
  return own.reduce((sum, { ticks }) => sum + ticks, 0) * msOfTick
}
