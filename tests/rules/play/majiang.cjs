// Plays hands that are told as events of mjai with majiang-core, one JSON line each from standard
// input, and prints a line each: what it would not do, what everybody gets, and the hand in
// Tenhou's form as another program writes it from majiang-core's own log.
"use strict";

const readline = require("node:readline");
const Majiang = require("@kobalab/majiang-core");
const tenhou = require("@kobalab/tenhou-url-log");

const HONORS = "ESWNPFC";
const RULE = Majiang.rule({"役満パオあり": true});

function paiOf(name) {
  const honor = HONORS.indexOf(name);
  if (honor >= 0) return `z${honor + 1}`;
  return name.length > 2 ? `${name[1]}0` : `${name[1]}${name[0]}`;
}

function digits(tiles) {
  return tiles.map((one) => one[1]).sort().join("");
}

// A set without the claimed tile: the digit before its mark, or before the end of an added kong.
function ownDigits(text) {
  return text.slice(1).replace(/\d[+=-]/, "").split("").sort().join("");
}

class Table {
  constructor(hand) {
    this.hand = hand;
    this.problems = [];
    this.start = hand.events.find((one) => one.type === "start_kyoku");
    this.events = hand.events.filter((one) => !["start_game", "start_kyoku", "reach_accepted", "dora",
      "end_kyoku", "end_game"].includes(one.type));
    this.game = new Majiang.Game([], null, RULE);
    this.game._sync = true;
    this.game.call_players = (type) => { this.game._status = type; };
    this.game.notify_players = () => {};
    this.game.last = () => { this.game._status = "last"; };
    this.game.kaiju(0);
    Object.assign(this.game.model, {zhuangfeng: HONORS.indexOf(this.start.bakaze), jushu: this.start.oya,
      changbang: this.start.honba, lizhibang: this.start.kyotaku, defen: [...this.start.scores]});
  }

  // Where a seat sits from the banker.
  at(seat) { return (seat - this.start.oya + 4) % 4; }

  play() {
    const shan = new Majiang.Shan(RULE);
    shan._pai = this.hand.wall.map(paiOf);
    shan._baopai = [shan._pai[4]];
    shan._fubaopai = [shan._pai[9]];
    this.game.qipai(shan);
    while (this.game._status !== "last" && !this.problems.length) {
      this.game._reply = [{}, {}, {}, {}];
      this[`before_${this.game._status}`]?.();
      this.game[`reply_${{gangzimo: "zimo"}[this.game._status] ?? this.game._status}`]();
    }
    const left = this.events.filter((one) => !["hora", "ryukyoku"].includes(one.type));
    if (!this.problems.length && left.length) this.problems.push(`ended before ${JSON.stringify(left[0])}`);
    const gains = this.game.model.defen.map((now, seat) => now - this.start.scores[seat]);
    return {problems: this.problems, gains, tenhou: tenhou(this.game._paipu, 0)};
  }

  reply(l, what) { this.game._reply[this.game.model.player_id[l]] = what; }

  refuse(event, why) { this.problems.push(`${why}: ${JSON.stringify(event)}`); }

  before_zimo() {
    const drawn = this.events.shift();
    const l = this.game.model.lunban;
    const lies = this.game.model.shoupai[l]._zimo;
    if (drawn?.type !== "tsumo" || this.at(drawn.actor) !== l || paiOf(drawn.pai) !== lies)
      return this.refuse(drawn, `seat ${l} from the banker draws ${lies}`);
    this.compareWins(drawn, this.game.allow_hule() ? [drawn.actor] : []);
    return this.ownTurn(l);
  }

  before_gangzimo() { return this.before_zimo(); }

  ownTurn(l) {
    const event = this.events[0];
    switch (event.type) {
      case "hora":
        if (!this.game.allow_hule()) this.refuse(event, "no win");
        return this.reply(l, {hule: "-"});
      case "ryukyoku":
        if (!this.game.allow_pingju()) this.refuse(event, "no end of the hand");
        return this.reply(l, {daopai: "-"});
      case "ankan":
      case "kakan":
        return this.kong(l, this.events.shift());
      default:
        return this.discard(l);
    }
  }

  kong(l, event) {
    const tile = paiOf(event.pai ?? event.consumed[0]);
    const found = this.game.get_gang_mianzi().find((one) => one[0] === tile[0]
      && (event.type === "ankan" ? /^.\d{4}$/.test(one) && one.replace(/0/g, "5")[1] === tile[1].replace("0", "5")
        : one.slice(-1) === tile[1] && /[+=-]/.test(one)));
    if (!found) this.refuse(event, "no kong");
    this.reply(l, {gang: found});
  }

  discard(l) {
    let event = this.events.shift();
    const riichi = event.type === "reach";
    if (riichi) event = this.events.shift();
    if (event?.type !== "dahai") return this.refuse(event, "a discard is due");
    const tile = paiOf(event.pai) + (event.tsumogiri ? "_" : "");
    if (!this.game.get_dapai().includes(tile)) return this.refuse(event, "no such discard");
    if (riichi && !this.game.allow_lizhi(tile)) return this.refuse(event, "no riichi");
    this.now = event;
    return this.reply(l, {dapai: tile + (riichi ? "*" : "")});
  }

  before_fulou() {
    if (!this.game._gang) this.discard(this.game.model.lunban);
  }

  before_dapai() { this.claims(this.now); }

  before_gang() { if (!/^.\d{4}$/.test(this.game._gang)) this.claims(null); }

  claims(discarded) {
    const turn = this.game.model.lunban;
    const others = [1, 2, 3].map((step) => (turn + step) % 4);
    const able = others.filter((l) => this.game.allow_hule(l));
    if (discarded) this.compareWins(discarded, able.map((l) => this.game.model.player_id[l]));
    const event = this.events[0];
    if (!event) return;
    if (event.type === "hora") {
      for (const one of this.events) {
        if (!able.includes(this.at(one.actor))) this.refuse(one, "no win");
        this.reply(this.at(one.actor), {hule: "-"});
      }
    } else if (event.reason === "sanchaho") {
      others.forEach((l) => this.reply(l, {hule: "-"}));
    } else if (["chi", "pon", "daiminkan"].includes(event.type)) {
      this.claim(this.at(event.actor), this.events.shift());
    }
  }

  claim(l, event) {
    const way = {chi: "get_chi_mianzi", pon: "get_peng_mianzi", daiminkan: "get_gang_mianzi"}[event.type];
    const own = digits(event.consumed.map(paiOf));
    const found = this.game[way](l).find((one) => ownDigits(one) === own);
    if (!found) this.refuse(event, "no claim");
    this.reply(l, {fulou: found});
  }

  compareWins(event, theirs) {
    const ours = [...event.may_win].sort();
    if (JSON.stringify(ours) !== JSON.stringify([...theirs].sort()))
      this.refuse(event, `may win: [${ours}], by majiang-core [${theirs}]`);
  }
}

readline.createInterface({input: process.stdin}).on("line", (line) => {
  let told;
  try {
    told = new Table(JSON.parse(line)).play();
  } catch (error) {
    told = {problems: [String(error.stack)], gains: []};
  }
  console.log(JSON.stringify(told));
});
