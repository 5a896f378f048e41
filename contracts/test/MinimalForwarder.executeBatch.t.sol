// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {BatchTest} from "./base/BatchTest.sol";
import {ForwardTarget} from "./base/ForwardTarget.sol";

contract MinimalForwarderExecuteBatchTest is BatchTest {
    // -------------------------------------------------------- the whole batch

    function test_RevertWhen_TheListsDifferInLength() external {
        add(signer, validRequest());
        signatures.push("");
        vm.expectRevert("MinimalForwarder: length mismatch");
        forwarder.executeBatch(requests, signatures);
        assertEq(target.calls(), 0);
    }

    function testFuzz_RevertWhen_TheEtherSentIsNotTheSum(uint64 first, uint64 second, uint256 sent) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.value = first;
        add(signer, req);
        req = requestOf(other);
        req.value = second;
        add(other, req);
        sent = bound(sent, 0, RELAYER_ETHER);
        vm.assume(sent != uint256(first) + second);
        vm.expectRevert(bytes(VALUE_MISMATCH));
        vm.prank(relayer);
        forwarder.executeBatch{value: sent}(requests, signatures);
        assertEq(target.calls(), 0);
    }

    function testFuzz_RevertWhen_TheSumOverflows(uint256 first, uint256 sent) external {
        sent = bound(sent, 0, RELAYER_ETHER);
        first = bound(first, RELAYER_ETHER + 1, type(uint256).max);
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.value = first;
        add(signer, req);
        req = requestOf(other);
        // Modulo 2^256 this is what is sent.
        unchecked {
            req.value = sent - first;
        }
        add(other, req);
        vm.expectRevert(bytes(VALUE_MISMATCH));
        vm.prank(relayer);
        forwarder.executeBatch{value: sent}(requests, signatures);
    }

    function test_ReturnsNoFlagsForNoRequests() external {
        assertOutcomes(new bool[](0));
        vm.expectRevert(bytes(VALUE_MISMATCH));
        vm.prank(relayer);
        forwarder.executeBatch{value: 1}(requests, signatures);
    }

    // ------------------------------------------------------- one that is invalid

    function test_RunsTheOthersWhenASignatureIsOfTheWrongLength() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        add(req, "");
        add(req, resized(signature, 64));
        add(req, resized(signature, 66));
        add(other, requestOf(other));
        bool[] memory expected = new bool[](4);
        expected[3] = true;
        assertOutcomes(expected);
        assertEq(forwarder.getNonce(signer.addr), 0);
    }

    function test_RunsTheOthersWhenARequestIsForged() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        add(req, signRequest(other, req));
        req.from = address(0);
        add(req, withV(signRequest(signer, req), 29));
        add(other, requestOf(other));
        assertOutcomes(false, false, true);
        assertEq(forwarder.getNonce(signer.addr), 0);
        assertEq(forwarder.getNonce(address(0)), 0);
    }

    function test_RunsTheOthersWhenASignatureIsMalleable() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        add(req, mirrored(signRequest(signer, req)));
        add(req, withV(signRequest(signer, req), 0));
        add(other, requestOf(other));
        assertOutcomes(false, false, true);
    }

    function test_RunsTheOthersWhenARequestIsExpired() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.deadline = uint48(vm.getBlockTimestamp() - 1);
        add(signer, req);
        req = requestOf(other);
        req.deadline = uint48(vm.getBlockTimestamp());
        add(other, req);
        assertOutcomes(false, true);
    }

    function test_RunsTheOthersWhenANonceIsWrong() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.nonce = 5;
        add(signer, req);
        add(other, requestOf(other));
        assertOutcomes(false, true);
        assertEq(forwarder.getNonce(signer.addr), 0);
    }

    // ------------------------------------------------------------- one signer

    function test_RunsAllOfASignerInOrder() external {
        _addWithNonces(0, 1, 2);
        assertOutcomes(true, true, true);
        assertEq(forwarder.getNonce(signer.addr), 3);
    }

    function test_RunsThoseOfASignerWhoseTurnItIs() external {
        _addWithNonces(1, 0, 1);
        assertOutcomes(false, true, true);
        assertEq(forwarder.getNonce(signer.addr), 2);
    }

    function test_RunsARequestOnceThatStandsThereTwice() external {
        _addWithNonces(0, 0, 1);
        assertOutcomes(true, false, true);
        assertEq(target.calls(), 2);
    }

    function test_LetsASignersNextRequestTakeTheNonceOfAFailedOne() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.data = abi.encodeCall(ForwardTarget.refuseWithString, ());
        add(signer, req);
        add(signer, validRequest());
        assertOutcomes(false, true);
        assertEq(forwarder.getNonce(signer.addr), 1);
    }

    // -------------------------------------------------------------- all is well

    function test_CallsAsTheForwarderWithTheSignerOfEachAtTheEnd() external {
        ForwardTarget another = new ForwardTarget();
        add(signer, validRequest());
        IMinimalForwarder.ForwardRequest memory req = requestOf(other);
        req.to = address(another);
        add(other, req);
        assertOutcomes(true, true);
        assertEq(target.sender(), address(forwarder));
        assertEq(target.appendedSigner(), signer.addr);
        assertEq(another.sender(), address(forwarder));
        assertEq(another.appendedSigner(), other.addr);
    }

    // ----------------------------------------------------------------- random

    /// Each request is drawn as one of eight kinds, two of them good, for one of two signers.
    function testFuzz_JudgesEachRequestByItself(uint8[12] calldata kinds, bool[12] calldata byOther) external {
        bool[] memory expected = new bool[](kinds.length);
        uint256[2] memory nonces;
        uint256 refund;
        for (uint256 i = 0; i < kinds.length; ++i) {
            uint256 who = byOther[i] ? 1 : 0;
            Actor memory from = byOther[i] ? other : signer;
            IMinimalForwarder.ForwardRequest memory req = requestOf(from);
            req.nonce = nonces[who];
            req.value = i;
            uint256 kind = kinds[i] % 8;
            if (kind == 2) req.nonce += 1;
            if (kind == 3) req.deadline = 1;
            if (kind == 4) req.data = abi.encodeCall(ForwardTarget.refuseWithError, ());
            if (kind == 5) req.gas = type(uint256).max;
            bytes memory signature = signRequest(from, req);
            if (kind == 6) signature = resized(signature, 64);
            if (kind == 7) signature = mirrored(signature);
            add(req, signature);
            expected[i] = kind < 2;
            if (expected[i]) ++nonces[who];
            else refund += req.value;
        }
        uint256 sum = etherNeeded();
        assertOutcomes(expected);
        assertEq(forwarder.getNonce(signer.addr), nonces[0]);
        assertEq(forwarder.getNonce(other.addr), nonces[1]);
        assertEq(target.calls(), nonces[0] + nonces[1]);
        assertEq(address(target).balance, sum - refund);
        assertEq(relayer.balance, RELAYER_ETHER - sum + refund);
    }

    function _addWithNonces(uint256 first, uint256 second, uint256 third) private {
        uint256[3] memory nonces = [first, second, third];
        for (uint256 i = 0; i < 3; ++i) {
            IMinimalForwarder.ForwardRequest memory req = validRequest();
            req.nonce = nonces[i];
            add(signer, req);
        }
    }
}
