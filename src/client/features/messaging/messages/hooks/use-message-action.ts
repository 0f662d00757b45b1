import { useCommand } from '#client/platform/use-command.ts'
import { decideOnMessage } from '../message.api.ts'

type Asked = Omit<Parameters<typeof decideOnMessage>[0], 'commandId'>

/** Stops or sends one message; asked again with the same words it is the same command, which happens once. */
export const useMessageAction = (onDone: () => void) =>
  useCommand((asked: Asked, commandId) => decideOnMessage({ ...asked, commandId }), {
    onSuccess: onDone,
    // What is there now has to be seen; the reason stays as it was written.
    onError: (why) => why === 'message.over' && onDone(),
  })
