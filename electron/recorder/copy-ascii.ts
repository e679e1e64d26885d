// Copies short runs of ASCII bytes, eight at a time, in plain script: for a line of a flood a call into the runtime
// (Buffer.copy, TypedArray.set with a view, Buffer.write) takes two to four times as long as this copy.
// As numbers of 64 bits ASCII bytes are never NaN, whose bits need not survive; other bytes may be, so: ASCII only.

export interface Bytes {
  readonly view: DataView;
  readonly bytes: Uint8Array;
}

export function bytesOf(bytes: Uint8Array): Bytes {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes };
}

/** Copies `length` bytes. Both ranges must be inside. */
export function copyAscii(from: Bytes, start: number, to: Bytes, at: number, length: number): void {
  if (length < 8) {
    for (let i = 0; i < length; i++) to.bytes[at + i] = from.bytes[start + i] ?? 0;
    return;
  }
  const source = from.view;
  const target = to.view;
  const last = length - 8;
  for (let i = 0; i < last; i += 8) target.setFloat64(at + i, source.getFloat64(start + i, true), true);
  target.setFloat64(at + last, source.getFloat64(start + last, true), true);
}
