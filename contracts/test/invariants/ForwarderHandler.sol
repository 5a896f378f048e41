// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {ForwarderTest} from "../base/ForwarderTest.sol";
import {ForwardingBase} from "../base/ForwardingBase.sol";
import {ForwardTarget} from "../base/ForwardTarget.sol";
import {Vm} from "../base/Vm.sol";
import {Actors} from "./Actors.sol";

/// @title Drives the forwarder with requests of every kind, alone and in batches
contract ForwarderHandler is Actors, ForwarderTest {
    /// What becomes of a request, by what is done to it.
    enum Kind {
        Good,
        GoodUntilNow,
        GoodBringingTheNext,
        CallReverts,
        WrongNonce,
        Expired,
        Forged,
        WrongLength,
        Malleable,
        TooMuchGas,
        Replayed
    }

    uint256 private constant KINDS = 11;
    uint256 private constant PURSE = 1 ether;

    /// The first request that did not end as it must; what its kind was.
    string public surprise;
    mapping(address => uint256) public requestsRun;
    uint256 public runsInAll;
    uint256 public etherForwarded;
    mapping(uint256 => uint256) public ofKind;

    /// Nonces as they will be when the requests drawn so far have run.
    mapping(address => uint256) private _next;
    IMinimalForwarder.ForwardRequest[] private _ran;
    bytes[] private _ranSignatures;

    constructor() {
        setUp();
    }

    function setUp() public override(ForwardingBase, ForwarderTest) {
        super.setUp();
    }

    function executeOne(uint256 seed) external choosingBy(seed) {
        (IMinimalForwarder.ForwardRequest memory req, bytes memory signature, Kind kind) = _draw();
        vm.deal(relayer, PURSE);
        bytes memory execution = abi.encodeCall(IMinimalForwarder.execute, (req, signature));
        vm.prank(relayer);
        (bool success,) = address(forwarder).call{value: req.value}(execution);
        _judge(req, signature, kind, success);
        if (relayer.balance != PURSE - (success ? req.value : 0)) _note(kind, "ether");
    }

    function executeMany(uint256 seed) external choosingBy(seed) {
        uint256 size = choose(6);
        IMinimalForwarder.ForwardRequest[] memory requests = new IMinimalForwarder.ForwardRequest[](size);
        bytes[] memory signatures = new bytes[](size);
        Kind[] memory kinds = new Kind[](size);
        uint256 sum;
        for (uint256 i = 0; i < size; ++i) {
            (requests[i], signatures[i], kinds[i]) = _draw();
            sum += requests[i].value;
        }
        vm.deal(relayer, PURSE);
        vm.recordLogs();
        vm.prank(relayer);
        bool[] memory flags = forwarder.executeBatch{value: sum}(requests, signatures);
        _judgeEvents(requests, kinds, flags);
        uint256 spent;
        for (uint256 i = 0; i < size; ++i) {
            _judge(requests[i], signatures[i], kinds[i], flags[i]);
            if (flags[i]) spent += requests[i].value;
        }
        if (relayer.balance != PURSE - spent) _note(Kind.Good, "ether of a batch");
    }

    function passTime(uint256 seed) external choosingBy(seed) {
        vm.warp(block.timestamp + choose(2 days));
    }

    function nonceOf(address account) external view returns (uint256) {
        return forwarder.getNonce(account);
    }

    function targetCalls() external view returns (uint256) {
        return target.calls();
    }

    /// @dev Of the forwarder, and of what it forwards to.
    function balances() external view returns (uint256, uint256) {
        return (address(forwarder).balance, address(target).balance);
    }

    // ------------------------------------------------------------------- draw

    function _draw() private returns (IMinimalForwarder.ForwardRequest memory req, bytes memory signature, Kind kind) {
        kind = oneIn(2) ? Kind.Good : Kind(choose(KINDS));
        if (kind == Kind.Replayed && _ran.length == 0) kind = Kind.Good;
        if (kind == Kind.Replayed) {
            uint256 index = choose(_ran.length);
            return (_ran[index], _ranSignatures[index], kind);
        }
        address from = anyone();
        Actor memory author = Actor(from, keyOf[from]);
        req = requestOf(author);
        req.nonce = _next[from];
        req.value = oneIn(3) ? choose(1_000) : 0;
        _spoilRequest(req, author, kind);
        signature = signRequest(kind == Kind.Forged ? Actor(from, keyOf[from] + 1) : author, req);
        if (kind == Kind.WrongLength) signature = resized(signature, oneIn(2) ? 64 : 66);
        if (kind == Kind.Malleable) signature = mirrored(signature);
        if (_mustRun(kind)) _next[from] += kind == Kind.GoodBringingTheNext ? 2 : 1;
    }

    function _spoilRequest(IMinimalForwarder.ForwardRequest memory req, Actor memory author, Kind kind) private {
        if (kind == Kind.GoodUntilNow) req.deadline = uint48(block.timestamp);
        if (kind == Kind.CallReverts) req.data = abi.encodeCall(ForwardTarget.refuseWithString, ());
        if (kind == Kind.WrongNonce) req.nonce += 1 + choose(3);
        if (kind == Kind.Expired) req.deadline = uint48(block.timestamp - 1);
        if (kind == Kind.TooMuchGas) req.gas = type(uint256).max;
        if (kind == Kind.GoodBringingTheNext) {
            IMinimalForwarder.ForwardRequest memory next = requestOf(author);
            next.nonce = req.nonce + 1;
            bytes memory bring = abi.encodeCall(IMinimalForwarder.execute, (next, signRequest(author, next)));
            req.data = abi.encodeCall(ForwardTarget.callBack, (bring, false));
            req.gas = 3_000_000;
        }
    }

    // ------------------------------------------------------------------ judge

    function _judge(
        IMinimalForwarder.ForwardRequest memory req,
        bytes memory signature,
        Kind kind,
        bool success
    ) private {
        ++ofKind[uint256(kind)];
        if (success != _mustRun(kind)) _note(kind, success ? "ran" : "did not run");
        if (!success) return;
        uint256 runs = kind == Kind.GoodBringingTheNext ? 2 : 1;
        requestsRun[req.from] += runs;
        runsInAll += runs;
        etherForwarded += req.value;
        _ran.push(req);
        _ranSignatures.push(signature);
    }

    /// @dev One event for each request, in order; and one more if a request brought another.
    function _judgeEvents(IMinimalForwarder.ForwardRequest[] memory requests, Kind[] memory kinds, bool[] memory flags)
        private
    {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 at;
        for (uint256 i = 0; i < requests.length; ++i) {
            if (kinds[i] == Kind.GoodBringingTheNext) ++at;
            if (at >= logs.length) return _note(kinds[i], "told nothing");
            if (keccak256(logs[at].data) != keccak256(abi.encode(requests[i].nonce, flags[i]))) {
                _note(kinds[i], "told something else");
            }
            ++at;
        }
        if (at != logs.length) _note(Kind.Good, "told too much");
    }

    function _mustRun(Kind kind) private pure returns (bool) {
        return kind == Kind.Good || kind == Kind.GoodUntilNow || kind == Kind.GoodBringingTheNext;
    }

    function _note(Kind kind, string memory what) private {
        if (bytes(surprise).length != 0) return;
        surprise = string.concat("a request of kind ", vm.toString(uint256(kind)), ": ", what);
    }
}
