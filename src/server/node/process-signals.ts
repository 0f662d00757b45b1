/** npm passes a terminal's Ctrl-C on to a process that has had it from the terminal already. */
const sameKeyPressMs = 500

/** The first Ctrl-C or SIGTERM stops cleanly with exit code 0, a second one ends the process at once. */
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
