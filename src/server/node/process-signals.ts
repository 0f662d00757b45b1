/** npm forwards a terminal's Ctrl-C to a process that already received it. */
const sameKeyPressMs = 500

/** Stops cleanly with exit code 0 on the first Ctrl-C or SIGTERM; a second one ends the process at once. */
export function stopOnSignal(stop: () => Promise<void>, onError: (error: unknown) => void) {
  let firstAt: number | undefined
  const handle = () => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          onError(error)
          process.exit(1)
        },
      )
    } else if (performance.now() - firstAt > sameKeyPressMs) {
      process.exit(130)
    }
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
}
