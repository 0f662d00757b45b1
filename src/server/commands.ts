import { consentCommands } from './features/consent/consent.commands.ts'
import { faceCommands } from './features/face/face.commands.ts'
import { formCommands } from './features/form/form.commands.ts'
import { posCommands } from './features/pos/pos.commands.ts'
import type { CommandHandlers } from './features/sync/command.service.ts'

/** What every operation does here, feature by feature. */
export const commandHandlers: CommandHandlers = { ...posCommands, ...formCommands, ...consentCommands, ...faceCommands }
