/*
 * Stands in for `@tensorflow/tfjs`, which face-api.js imports whole (.config/face-assets.ts points it here): only what the
 * four nets call, so that layers, data, converter and gradients never enter the worker. 99 kB instead of 325, gzipped.
 * The chained operations are methods that importing these files adds to every tensor.
 */
import '@tensorflow/tfjs-core/dist/base_side_effects.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/add.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/as1d.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/as2d.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/as3d.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/as4d.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/cast.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/div.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/expand_dims.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/mean.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/mul.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/reshape.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/slice.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/sub.js'
import '@tensorflow/tfjs-core/dist/public/chained_ops/transpose.js'

export {
  add,
  avgPool,
  batchNorm,
  browser,
  cast,
  clipByValue,
  concat,
  conv2d,
  depthwiseConv2d,
  dispose,
  div,
  ENV,
  enableProdMode,
  engine,
  env,
  exp,
  expandDims,
  fill,
  getBackend,
  image,
  io,
  keep,
  matMul,
  maxPool,
  memory,
  mul,
  pad,
  ready,
  relu,
  removeBackend,
  reshape,
  scalar,
  separableConv2d,
  setBackend,
  sigmoid,
  slice,
  slice3d,
  softmax,
  stack,
  sub,
  Tensor,
  tensor,
  tensor1d,
  tensor2d,
  tensor3d,
  tensor4d,
  tidy,
  tile,
  transpose,
  unstack,
  Variable,
  zeros,
} from '@tensorflow/tfjs-core/dist/base.js'
