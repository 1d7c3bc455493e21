import { parseSync } from 'vite';

/** A small fault in a file: the text between two positions is replaced. */
export interface Mutant {
  file: string;
  /** From 1. */
  line: number;
  start: number;
  end: number;
  put: string;
  what: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

type Replacement = Pick<Mutant, 'start' | 'end' | 'put' | 'what'>;

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
};
/** The other role, because a check of the wrong role is a permission fault. */
const OTHER_ROLE: Readonly<Record<string, string>> = { admin: 'staff', staff: 'admin' };

/**
 * Returns all mutants of a source file: negated conditions, other operators, removed awaits and statements, numbers off
 * by one, other roles, min for max, removed list members. Types are never changed.
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Replacement[] = [];
  visit(program as unknown as Node, text, found);
  return found.map((replacement) => ({
    file,
    line: text.slice(0, replacement.start).split('\n').length,
    ...replacement,
  }));
}

export const withMutant = (text: string, { start, end, put }: Mutant): string =>
  text.slice(0, start) + put + text.slice(end);

function visit(node: Node, text: string, found: Replacement[]): void {
  if (node.type.startsWith('TS') && !HOLDS_CODE.has(node.type)) return;
  if (node.type === 'ImportDeclaration') return;
  found.push(...replacementsAt(node, text));
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, text, found);
}

/** TypeScript nodes that contain expressions that run. */
const HOLDS_CODE = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

function replacementsAt(node: Node, text: string): Replacement[] {
  const source = ({ start, end }: Node) => text.slice(start, end);
  const at = ({ start, end }: Node, put: string, what: string): Replacement => ({ start, end, put, what });
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Node;
      return [at(test, `!(${source(test)})`, `turns the condition ${short(source(test))}`)];
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorOf(node, text);
    case 'AwaitExpression':
      return [at(node, source(node['argument'] as Node), `does not await ${short(source(node['argument'] as Node))}`)];
    case 'ExpressionStatement':
      return isCall(node['expression'] as Node) ? [at(node, ';', `leaves out ${short(source(node))}`)] : [];
    case 'MemberExpression':
      return /^Math\.(min|max)$/.test(source(node))
        ? [at(node, source(node) === 'Math.min' ? 'Math.max' : 'Math.min', `${source(node)} the other way`)]
        : [];
    case 'ArrayExpression':
      return leftOut(node, text);
    case 'Literal':
      return literal(node);
    default:
      return [];
  }
}

const isCall = (node: Node): boolean =>
  node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(node['argument'] as Node));

function operatorOf(node: Node, text: string): Replacement[] {
  const operator = String(node['operator']);
  const other = OTHER_OPERATOR[operator];
  const [from, to] = [(node['left'] as Node).end, (node['right'] as Node).start];
  const start = text.indexOf(operator, from);
  if (other === undefined || start < 0 || start >= to) return [];
  const what = `${other} for ${operator} in ${short(text.slice(node.start, node.end))}`;
  return [{ start, end: start + operator.length, put: other, what }];
}

/** Removes the last member of a list that has several. */
function leftOut(node: Node, text: string): Replacement[] {
  const members = node['elements'] as (Node | null)[];
  const [before, last] = [members.at(-2), members.at(-1)];
  if (!before || !last) return [];
  return [{ start: before.end, end: last.end, put: '', what: `leaves out ${short(text.slice(last.start, last.end))}` }];
}

function literal({ start, end, value }: Node): Replacement[] {
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return [{ start, end, put: String(value + 1), what: `${value + 1} for ${value}` }];
  if (typeof value === 'boolean') return [{ start, end, put: String(!value), what: `${!value} for ${value}` }];
  const role = typeof value === 'string' ? OTHER_ROLE[value] : undefined;
  return role === undefined ? [] : [{ start, end, put: `'${role}'`, what: `'${role}' for '${String(value)}'` }];
}

const SHORT_CHARS = 60;
const short = (source: string): string => {
  const line = source.replaceAll(/\s+/g, ' ');
  return line.length > SHORT_CHARS ? `${line.slice(0, SHORT_CHARS)}…` : line;
};
