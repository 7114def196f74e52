
// What follows the player in a test: each trace is a file among the arguments.

const players = {};
for (const file of process.argv.slice(2)) {
  players[require("path").basename(file, ".json")] = new Player(JSON.parse(require("fs").readFileSync(file, "utf8")));
}
let wrong = 0;
function equal(what, got, want) {
  if (JSON.stringify(got) === JSON.stringify(want)) return;
  console.log(`${what}:\n  got  ${JSON.stringify(got)}\n  want ${JSON.stringify(want)}`);
  wrong++;
}
function effects(player, k) {
  return player.effect(k).map(({ call, ...effect }) => (call ? { ...effect, call: call.label } : effect));
}
// find is the first step from k on of a kind at a place with the text.
function find(player, text, kind = STATEMENT, k = 0) {
  for (; k <= player.last; k++) if (player.kind(k) === kind && player.place(k).text === text) return k;
  throw new Error(`no step of kind ${kind} at ${text}`);
}

const { search, left, short, methods } = players;

// The state at a step is what all steps to it have told.
for (const [name, player] of Object.entries(players)) {
  const state = { stack: [], vars: [] };
  let differing = 0;
  for (let k = 0; k <= player.last; k++) {
    player.apply(state, player.trace.steps[k]);
    if (JSON.stringify(state) !== JSON.stringify(player.stateAt(k))) differing++;
  }
  equal(`${name}: states that differ`, differing, 0);
}

// A placement is found where as many calls as there are columns have put a queen, not where report is called.
equal("placements", search.placements.map(k => search.queens(k, search.stateAt(k)).map(queen => queen.row)), [[1, 3, 0, 2], [2, 0, 3, 1]]);
equal("no placements where the last column has no queen", short.placements, []);
equal("placements of two boards", methods.placements.map(k => methods.queens(k, methods.stateAt(k)).map(({ column, row }) => [column, row])).slice(0, 3),
  [[[0, 0], [1, 1]], [[1, 0], [0, 1]], [[0, 0], [1, 1], [2, 2]]]);
equal("sizes of two boards", [0, methods.placements[0], methods.placements[2], methods.last].map(k => methods.size(k)), [2, 2, 3, 3]);
equal("the queens of the second board, afterwards", methods.list(methods.roles.queens, methods.last, methods.stateAt(methods.last)), [2, 1, 0]);
equal("marks of the second board", methods.marks(methods.placements[2], methods.stateAt(methods.placements[2])).map(mark => [mark.flag.kind, mark.index, mark.orphan]),
  [["column", 0, false], ["column", 1, false], ["column", 2, false]]);
equal("locals without what leads to a board", methods.locals(methods.stateAt(methods.placements[0])), [["행", 2]]);

// What a statement did, with values.
const assigned = find(search, "pos[i] = j");
equal("a queen", effects(search, assigned + 1), [
  { kind: "write", name: "pos", index: 0, value: 0, before: 0, role: "queen", column: 0, row: 0 },
  { kind: "condition", text: "i == n-1", values: "0 == 3", result: false }]);
equal("flags", effects(search, find(search, "set(i + 1)")), [
  { kind: "write", name: "slashUsed", index: 0, value: true, before: false, role: "slash", taken: true, column: 0, row: 0 },
  { kind: "write", name: "backslashUsed", index: 3, value: true, before: false, role: "backslash", taken: true, column: 0, row: 0 }]);
const condition = "rowUsed[j] || slashUsed[i+j] || backslashUsed[i-j+n-1]", refused = find(search, condition, TRUE);
equal("a condition over several lines", effects(search, refused), [{ kind: "condition", text: condition, values: "true || false || false", result: true }]);
equal("its lines", [search.place(refused).end - search.place(refused).line, search.condition(refused), search.condition(assigned)], [2, condition, ""]);
equal("what it reads", search.reads(refused, search.stateAt(refused)).map(({ flag, ...read }) => ({ ...read, kind: flag.kind })), [
  { name: "rowUsed", index: 0, value: true, kind: "row" }, { name: "slashUsed", index: 1, value: false, kind: "slash" },
  { name: "backslashUsed", index: 4, value: false, kind: "backslash" }]);
const freed = find(search, "rowUsed[j] = false");
equal("a return", effects(search, freed - 1), [{ kind: "return", results: [], call: "set(2)" }]);
const again = find(search, "j := range n", TRUE, freed);
equal("a turn", effects(search, again).at(-1), { kind: "turn", name: "j", value: search.evaluate("j", search.stateAt(again)) });
equal("a flag taken back", effects(search, freed + 1)[0], { kind: "write", name: "rowUsed", index: 2, value: false, before: true, role: "row", taken: false, column: 1, row: 2 });
equal("the end of a loop", effects(search, find(search, "j := range n", FALSE)), [{ kind: "over", text: "j := range n" }]);
equal("a call", effects(search, find(search, "func set(i int)", CALL)), [{ kind: "call", call: "set(0)" }]);
equal("the result of a call that is assigned", effects(search, find(search, "fmt.Fprintln(out, last)")), [{ kind: "write", name: "last", value: '"3"', before: '""' }]);
equal("what is printed", effects(search, find(search, "report()", RETURN)), [{ kind: "return", results: [], call: "report()" }, { kind: "print", text: "[0 0 0 0]\n" }]);
equal("a queen of a row", effects(methods, find(methods, "p.놓기(행 + 1)"))[0],
  { kind: "write", name: "퀸", index: 0, value: 0, before: 0, role: "queen", column: 0, row: 0 });

// The lines of the board, for every square.
const some = search.stateAt(assigned), [rows, slashes, backslashes] = search.roles.flags;
equal("lanes", [search.lanes(rows, 2, assigned, some), search.lanes(slashes, 1, assigned, some), search.lanes(backslashes, 5, assigned, some)],
  [[[0, 2], [1, 2], [2, 2], [3, 2]], [[0, 1], [1, 0]], [[2, 0], [3, 1]]]);

// A queen that leaves, and marks that nobody took back.
const turned = find(search, "j := range n", TRUE, freed);
equal("a queen that leaves", search.queens(turned, search.stateAt(turned)).map(({ column, row, leaving }) => [column, row, leaving]), [[0, 0, false], [1, 2, true]]);
equal("no mark is left", [search.left(), methods.left()], [undefined, undefined]);
equal("a mark is left", [left.place(left.left()).text, left.marks(left.left(), left.stateAt(left.left())).filter(mark => mark.orphan).length > 0], ["j := range n", true]);
equal("before it, none is", left.marks(left.left() - 1, left.stateAt(left.left() - 1)).some(mark => mark.orphan), false);

// Moments, and where the keys lead.
equal("moments", search.moments().map(({ word, step }) => [word, search.place(step).text]), [
  ["momentCall", "func set(i int)"], ["momentReturn", "set(i + 1)"], ["momentRefused", condition], ["momentDead", "set(i + 1)"]]);
equal("the deepest return", search.moments()[1].call, "set(3)");
equal("the dead end", search.returned(search.moments()[3].step).label, "set(2)");
equal("no dead end where every branch ends in a placement", methods.moments().map(moment => moment.word), ["momentCall", "momentReturn", "momentRefused"]);
equal("moments of a mark left", left.moments()[3], { word: "momentLeft", step: left.left() });
equal("labels", [...new Set(search.calls.map(call => call.label))], ["main()", "report()", "set(0)", "set(1)", "set(2)", "set(3)"]);
const call = find(search, "func set(i int)", CALL);
equal("over and to the return", [search.over(call - 1), search.toReturn(call)], [search.call(call).end, search.call(call).end]);
equal("next and previous placement", [search.nextPlacement(0), search.previousPlacement(search.last)], [search.placements[0], search.placements[1]]);

// A program that is no search.
const none = new Player({ ...search.trace, roles: null });
equal("nothing is claimed", [none.placements, none.queens(refused, some), none.marks(refused, some), none.left(), none.moments()], [null, [], [], undefined, []]);
equal("its conditions", effects(none, refused), effects(search, refused));

process.exit(wrong ? 1 : 0);
