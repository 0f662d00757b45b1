import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { exceptionBoard, exceptionExport, handleException } from '#shared/pos/patterns/exception-board.contract.ts'
import { closeException, listBoard } from './exception-board.service.ts'
import { exportExceptions } from './exception-export.service.ts'

/** Calls of the board of exceptions. */
export const exceptionBoardRoutes: Feature = () => [
  route.session(exceptionBoard, (ctx, asked) => {
    requirePermission(ctx.session, 'exceptions.handle')
    const reader = { schoolId: ctx.school.schoolId, userId: ctx.session.user.userId }
    return ctx.tenant((tx) => listBoard(tx, reader, asked))
  }),
  route.session(exceptionExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'exceptions.handle')
    return exportExceptions(ctx, filter.boardState, how)
  }),
  route.session(handleException, (ctx, asked) => {
    requirePermission(ctx.session, 'exceptions.handle')
    return ctx.tenant((tx) => closeException(tx, ctx, asked))
  }),
]
