import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  decideSuspicion,
  facePicture,
  facePupils,
  faceSuspicions,
  forgetFace,
  pupilObjects,
  setCustomerPin,
} from '#shared/faces/face-pupils.contract.ts'
import {
  decideCharge,
  faceAudit,
  faceCalibration,
  faceCertificate,
  faceDevices,
  faceForgotten,
  heldCharges,
} from '#shared/faces/face-report.contract.ts'
import {
  changeFaceRotation,
  changeFaceSettings,
  faceAssessments,
  faceSettings,
  recordAssessment,
  switchFaces,
} from '#shared/faces/face-settings.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import { addAssessment, latestAssessment, listAssessments } from './assessments/assessments.ts'
import { calibrate } from './assessments/calibration.ts'
import { changeRotation } from './change-rotation.ts'
import { listCharges, settleCharge } from './charges/charges.service.ts'
import { listFaceDevices, listForgotten } from './charges/report.service.ts'
import { type FaceCtx, listAudit } from './face-audit.service.ts'
import { changeSettings, faceCtx, readSettings, switchOnOrOff } from './face-settings.service.ts'
import { pullGalleryPage } from './gallery.service.ts'
import { issueCertificate } from './pupils/face-certificate.service.ts'
import { readPicture } from './pupils/pictures.ts'
import { setPin } from './pupils/pin.service.ts'
import { forgetByStaff, listPupils, readPupil, recordObjection } from './pupils/pupils.service.ts'
import { decideOnSuspicion } from './suspicions/decide-suspicion.ts'
import { listSuspicions } from './suspicions/suspicions.ts'

/** Checks the permission, then runs `work` in one transaction. */
function withRight<T>(ctx: SessionCtx, right: Permission, work: (tx: Tx, face: FaceCtx) => Promise<T>): Promise<T> {
  requirePermission(ctx.session, right)
  return ctx.tenant((tx) => work(tx, faceCtx(ctx)))
}

const settingsAfter = (ctx: SessionCtx, change: (tx: Tx, face: FaceCtx) => Promise<void>) =>
  withRight(ctx, 'faces.manage', async (tx, face) => {
    await change(tx, face)
    return { settings: await readSettings(tx, face) }
  })

export const faceRoutes: Feature = () => [...deviceRoutes, ...settingsRoutes, ...pupilRoutes, ...reportRoutes]

const headers = { [syncProtocolHeader]: String(syncProtocol) }

const deviceRoutes = [
  route.device(
    pullGallery,
    async (ctx, asked) => {
      if (asked.deviceId !== ctx.device.deviceId) throw new AppError('sync.forbidden')
      return pullGalleryPage(ctx, asked)
    },
    { headers },
  ),
]

const settingsRoutes = [
  route.session(faceSettings, (ctx) =>
    withRight(ctx, 'faces.see', async (tx, face) => ({ settings: await readSettings(tx, face) })),
  ),
  route.session(changeFaceSettings, (ctx, changes) =>
    settingsAfter(ctx, (tx, face) => changeSettings(tx, face, ctx.session.user.userId, changes)),
  ),
  route.session(switchFaces, (ctx, { on }) =>
    settingsAfter(ctx, (tx, face) => switchOnOrOff(tx, face, ctx.session.user.userId, on)),
  ),
  route.session(changeFaceRotation, (ctx, { why }) =>
    settingsAfter(ctx, (tx, face) => changeRotation(tx, face, ctx.session.user.userId, why)),
  ),
  route.session(recordAssessment, (ctx, { answers }) =>
    withRight(ctx, 'faces.manage', async (tx, face) => {
      await addAssessment(tx, face, answers, ctx.session.user.userId)
      const assessment = await latestAssessment(tx, face.schoolId)
      if (!assessment) throw new AppError('server.failed')
      return { assessment }
    }),
  ),
  route.session(faceAssessments, (ctx) =>
    withRight(ctx, 'faces.see', async (tx, { schoolId }) => ({ assessments: await listAssessments(tx, schoolId) })),
  ),
]

const pupilRoutes = [
  route.session(facePupils, (ctx, { className }) =>
    // Registering faces needs the list at a tablet too, where the reports are not read.
    withRight(
      ctx,
      hasScopedPermission(ctx.session.kind, ctx.session.roles, 'faces.enrol') ? 'faces.enrol' : 'faces.see',
      (tx, face) => listPupils(tx, face, className === undefined ? {} : { className }),
    ),
  ),
  route.session(pupilObjects, (ctx, said) =>
    withRight(ctx, 'faces.enrol', async (tx, face) => {
      await recordObjection(tx, face, said, ctx.session.user.userId)
      return { pupil: await readPupil(tx, face, said.customerId) }
    }),
  ),
  route.session(facePicture, (ctx, { customerId }) =>
    withRight(ctx, 'faces.see', async (tx, face) => ({ picture: await readPicture(tx, face, customerId) })),
  ),
  route.session(forgetFace, (ctx, { customerId }) =>
    withRight(ctx, 'faces.enrol', async (tx, face) => {
      await forgetByStaff(tx, face, customerId, ctx.session.user.userId)
      return { pupil: await readPupil(tx, face, customerId) }
    }),
  ),
  route.session(faceSuspicions, (ctx) =>
    withRight(ctx, 'faces.enrol', async (tx, { schoolId }) => ({ suspicions: await listSuspicions(tx, schoolId) })),
  ),
  route.session(decideSuspicion, (ctx, decided) =>
    withRight(ctx, 'faces.enrol', async (tx, face) => ({
      suspicion: await decideOnSuspicion(tx, face, decided, ctx.session.user.userId),
    })),
  ),
  route.session(setCustomerPin, async (ctx, asked) => {
    requirePermission(ctx.session, 'pins.set')
    return { pupil: await setPin(ctx, asked) }
  }),
]

const reportRoutes = [
  route.session(faceDevices, (ctx) =>
    withRight(ctx, 'faces.see', async (tx, { schoolId }) => ({ devices: await listFaceDevices(tx, schoolId) })),
  ),
  route.session(faceForgotten, (ctx, { customerId }) =>
    withRight(ctx, 'faces.see', async (tx, { schoolId }) => ({
      forgotten: await listForgotten(tx, schoolId, customerId),
    })),
  ),
  route.session(faceCertificate, async (ctx, { id }) => {
    const { userId } = ctx.session.user
    const letter = await withRight(ctx, 'faces.see', (tx, face) =>
      issueCertificate(tx, { mail: ctx, nowMs: face.nowMs, userId }, face, id),
    )
    return letterFile(ctx, letter, ctx.school.language)
  }),
  route.session(faceAudit, (ctx, asked) =>
    withRight(ctx, 'faces.see', (tx, { schoolId }) => listAudit(tx, schoolId, asked)),
  ),
  route.session(faceCalibration, (ctx) =>
    withRight(ctx, 'faces.calibrate', async (tx, face) => ({ calibration: await calibrate(tx, face) })),
  ),
  route.session(heldCharges, (ctx) =>
    withRight(ctx, 'faces.settle', async (tx, { schoolId }) => ({ charges: await listCharges(tx, schoolId) })),
  ),
  route.session(decideCharge, (ctx, decided) =>
    withRight(ctx, 'faces.settle', async (tx, face) => ({
      charge: await settleCharge(tx, face, decided, ctx.session.user.userId),
    })),
  ),
]
