#!/usr/bin/env python3
"""Verifies a toolspan transcript with nothing but the Python standard library.

usage: verify_transcript.py DIR [--anchor HEADS.jsonl]     exit: 0 unchanged, 1 changed, 3 a writer stopped without an end
It shares no code with toolspan. It does not judge approvals, search for secrets, or ask whether a writer still runs.
"""
import base64, hashlib, json, pathlib, re, sys

sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
b64 = lambda raw: base64.b64encode(raw).decode()
un64 = base64.b64decode
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, I = -121665 * pow(121666, P - 2, P) % P, pow(2, (P - 1) // 4, P)

def point(raw):  # RFC 8032, 5.1.3
    y, sign = int.from_bytes(raw, "little") & (1 << 255) - 1, raw[31] >> 7
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if (x * x - xx) % P == 0 else x * I % P
    if (x * x - xx) % P or y >= P: raise ValueError("not a point")
    return (x if x & 1 == sign else P - x, y, 1, (x if x & 1 == sign else P - x) * y % P)

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P

def times(n, p):
    q = (0, 1, 1, 0)
    while n: q, p, n = (add(q, p) if n & 1 else q), add(p, p), n >> 1
    return q

BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def signed(key, message, sig):  # RFC 8032, 5.1.7
    s, h = int.from_bytes(sig[32:], "little"), int.from_bytes(hashlib.sha512(sig[:32] + key + message).digest(), "little")
    try: left, right = times(s, BASE), add(point(sig[:32]), times(h % L, point(key)))
    except (ValueError, IndexError): return False
    return s < L and len(sig) == 64 and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))

class Tree:  # RFC 6962: the hashes of the complete subtrees, largest first
    def __init__(self, size=0, subtrees=()): self.size, self.subtrees = size, list(subtrees)
    def add(self, leaf):
        n, self.size = self.size, self.size + 1
        while n & 1: leaf, n = sha(b"\x01", self.subtrees.pop(), leaf), n >> 1
        self.subtrees.append(leaf)
    def root(self):
        root = self.subtrees[-1] if self.subtrees else sha()
        for left in self.subtrees[-2::-1]: root = sha(b"\x01", left, root)
        return b64(root)

found, erased, pruned, receipts = [], [], [], set()
def find(code, where, what): found.append(code); print(f"{'CHANGED' if code == 1 else 'stopped'}  {where}: {what}")

def parse(line):  # {covered,"hash":"<base64>"<,content or spaces>}
    at = line.find(b',"hash":"')
    covered, stated, tail = line[:at] + b"}", line[at + 9:at + 53].decode(), line[at + 54:-1]
    if at < 0 or line[-1:] != b"}" or line[at + 53:at + 54] != b'"' or (tail.strip(b" ") and tail[:1] != b","): raise ValueError
    return json.loads(covered), sha(b"\x00", covered), stated, tail

def check_head(record, writer, tree, keys, key_id, where):
    c = record["checkpoint"]
    text = f"toolspan/transcript/{writer}\n{c['size']}\n{c['root']}\n{record['ts']}\n"
    if c["size"] != tree.size or c["root"] != tree.root(): find(1, where, "the records before it are not those that were signed")
    if key_id not in (None, c["key_id"]) or (keys and c["key_id"] not in keys): find(1, where, "signed with another key")
    elif keys and not signed(keys[c["key_id"]], text.encode(), un64(c["sig"])): find(1, where, "its signature is not that of its root")

def check_writer(writer, segments, heads, keys, register):
    tree, prev, ended, key_id, signed_to, whole, last_pruned = Tree(), b64(bytes(32)), False, None, 0, True, False
    for path in segments:
        lines = path.read_bytes().split(b"\n")
        rest, last = lines.pop(), path == segments[-1]
        if rest: lines.append(rest)
        for number, line in enumerate(lines, 1):
            where = f"{path.name}:{number}"
            if number == 1 and b'"type":"stub"' in line:
                stub = json.loads(line); record, leaf, prev, _ = parse(stub["checkpoint"].encode())
                tree = Tree(record["checkpoint"]["size"], [un64(h) for h in stub["frontier"][::-1]])
                check_head(record, writer, tree, keys, None, where); tree.add(leaf)
                pruned.extend((writer, seq) for seq in range(stub["first"], stub["last"] + 1)); signed_to, last_pruned = tree.size, True
                continue
            try: record, leaf, stated, tail = parse(line)
            except (ValueError, UnicodeDecodeError):
                torn = last and not ended and number == len(lines)
                whole = find(3 if torn else 1, where, "ends in the middle" if torn else "cannot be read"); continue
            if b64(leaf) != stated or record["writer"] != writer: find(1, where, "is not what its hash says")
            elif record["seq"] != tree.size or record["prev"] != prev: find(1, where, "does not follow the record before it")
            if ended and record["type"] != "checkpoint": find(1, where, "stands behind the end")
            if tree.size in heads and heads[tree.size] != tree.root(): find(1, where, "is not what a known head says")
            if "start" in record:
                key_id, seal = key_id or record["start"]["key_id"], record["start"].get("writers")
                if seal and register is not None and hashlib.sha256(register[:seal["bytes"]]).hexdigest() != seal["sha256"]: find(1, where, "the register is not the one it began with")
            if "checkpoint" in record: check_head(record, writer, tree, keys, key_id, where); signed_to = record["seq"] + 1
            committed = record.get("commit", {}).get("transcript")
            if committed and tail and not tail.strip(b" "): erased.append((writer, record["seq"]))
            elif (committed or tail) and committed != "sha256:" + sha(b"{", tail[1:], b"}").hex(): find(1, where, "its content is not the one recorded")
            for kind in ("erasure", "prune"):
                for name, runs in record.get(kind, {}).get("records", {}).items(): receipts.update((kind, name, s) for a, b in runs for s in range(a, b + 1))
            tree.add(leaf); prev, ended, last_pruned = stated, ended or record["type"] == "session.end", False
        if rest and whole: find(3 if last and not ended else 1, path.name, "its last line has no end")
    if any(size >= tree.size for size in heads): find(1, writer, "records are gone that a signed head knows of")
    if ended and signed_to < tree.size: find(1, writer, "the signature of its end is gone")
    if not ended and not last_pruned: find(3, writer, "stopped without an end")

def main(dir, _=None, anchor=None):
    dir = pathlib.Path(dir).resolve(); beside = dir.with_name(dir.name + ".audit"); read = lambda path: path.read_bytes() if path.exists() else None
    keys = {p.stem: un64("".join(p.read_text().split("\n")[1:-2]))[-32:] for p in beside.glob("public-keys/*.pem")}
    register, heads, writers = read(beside / "writers.jsonl"), {}, {}
    for path in filter(None, [beside / "heads.jsonl", anchor and pathlib.Path(anchor)]):
        for head in map(json.loads, (read(path) or b"").split(b"\n")[:-1]): heads.setdefault(head["writer"], {})[head["size"]] = head["root"]
    for path in sorted(dir.glob("*.jsonl")):
        name = re.fullmatch(r".{24}-(w-[0-9a-f]{16})-\d+\.jsonl", path.name)
        if name: writers.setdefault(name[1], []).append(path)
    begun = {e["writer"] for e in map(json.loads, (register or b"").split(b"\n")[:-1]) if e["event"] == "begun"}
    for writer in sorted(set(writers) | set(heads) | begun):
        if writer in writers: check_writer(writer, writers[writer], heads.get(writer, {}), keys, register)
        else: find(1 if writer in heads else 3, writer, "all its records are gone")
        if register and writer in writers and writer not in begun: find(1, writer, "is not in the register")
    for kind, gone in (("erasure", erased), ("prune", pruned)):
        for writer, seq in gone: (kind, writer, seq) in receipts or find(1, writer, f"record {seq} is gone and no receipt says so")
    print("completeness:", "as the anchor knows it" if anchor and not found else "unknown" if not anchor else "see above")
    return min(found, default=0)

if __name__ == "__main__": sys.exit(main(*sys.argv[1:]))
