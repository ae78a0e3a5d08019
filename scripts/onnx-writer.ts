// Writes ONNX models: the few messages of onnx.proto that a graph with its weights needs (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).

export const tensorTypes = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10 } as const;

export type TensorType = keyof typeof tensorTypes;

/** Constant; its bytes are little-endian. */
export interface OnnxConstant {
  name: string;
  type: TensorType;
  dims: readonly number[];
  bytes: Uint8Array;
}

/** A name instead of a number is a dimension that each run chooses. */
export interface OnnxValue {
  name: string;
  type: TensorType;
  dims: readonly (number | string)[];
}

export type OnnxAttribute =
  | { float: number }
  | { floats: readonly number[] }
  | { int: number }
  | { ints: readonly number[] }
  | { text: string };

export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** Nodes follow their inputs. */
export interface OnnxGraph {
  opset: number;
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
  constants: readonly OnnxConstant[];
  nodes: readonly OnnxNode[];
}

/** Of the format; 8 belongs to operator sets 15 to 18. */
const IR_VERSION = 8;

export function writeOnnx({ opset, inputs, outputs, constants, nodes }: OnnxGraph): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((node) => message(1, nodeOf(node))),
    text(2, 'graph'),
    ...constants.map((constant) => message(5, constantOf(constant))),
    ...inputs.map((value) => message(11, valueOf(value))),
    ...outputs.map((value) => message(12, valueOf(value))),
  ]);
  return Buffer.concat([integer(1, IR_VERSION), text(2, 'ai-image-suite'), message(7, graph), message(8, integer(2, opset))]);
}

export const int64Bytes = (values: readonly number[]): Uint8Array => new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
export const float32Bytes = (values: Iterable<number>): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

const nodeOf = ({ op, inputs, outputs, attributes = {} }: OnnxNode) =>
  Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, Buffer.concat([text(1, name), ...attributeOf(value)]))),
  ]);

function attributeOf(value: OnnxAttribute): Buffer[] {
  if ('float' in value) return [float(2, value.float), integer(20, 1)];
  if ('int' in value) return [integer(3, value.int), integer(20, 2)];
  if ('text' in value) return [text(4, value.text), integer(20, 3)];
  if ('floats' in value) return [...value.floats.map((one) => float(7, one)), integer(20, 6)];
  return [...value.ints.map((one) => integer(8, one)), integer(20, 7)];
}

const constantOf = ({ name, type, dims, bytes }: OnnxConstant) =>
  Buffer.concat([...dims.map((dim) => integer(1, dim)), integer(2, tensorTypes[type]), text(8, name), message(9, bytes)]);

function valueOf({ name, type, dims }: OnnxValue): Buffer {
  const shape = Buffer.concat(dims.map((dim) => message(1, typeof dim === 'number' ? integer(1, dim) : text(2, dim))));
  return Buffer.concat([text(1, name), message(2, message(1, Buffer.concat([integer(1, tensorTypes[type]), message(2, shape)])))]);
}

// Protocol buffers: https://protobuf.dev/programming-guides/encoding/

const integer = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)]);

const text = (field: number, value: string) => message(field, Buffer.from(value));

const message = (field: number, bytes: Uint8Array) => Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);

function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
}

/** Negative numbers have ten bytes. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
