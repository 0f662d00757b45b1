/** Stands in for TensorFlow's WebGL backend: faces are only compared as the bands were measured, on WebAssembly. */
export const isWithoutWebgl = true
