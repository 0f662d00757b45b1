// chunk: settle
/**
 * Sends a worker a message and waits for its answer.
 * @returns undefined if it does not answer in time: a worker of an earlier release may not know the message
 */
export function askWorker<Answer>(worker: ServiceWorker, type: string, withinMs: number): Promise<Answer | undefined> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<Answer>((resolve) => {
    port1.addEventListener('message', (event) => resolve(event.data))
    port1.start()
  })
  worker.postMessage({ type }, [port2])
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), withinMs))
  return Promise.race([answer, tooLate])
}
