// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Powerless} from "./Powerless.sol";

/// @title A wallet that is proposed in place of the agent's, and all that follows when it accepts
abstract contract WalletChangeBase is Powerless {
    string internal constant ONLY_PROPOSED = "Only proposed wallet";
    string internal constant TAKEN = "Wallet already registered to another agent";

    Actor internal newWallet;

    function setUp() public virtual override {
        super.setUp();
        newWallet = makeActor("new wallet");
        offerWallet(agentId, newWallet.addr);
    }

    /// @dev With the record as it stands, so that nothing but the sender and the state can be wrong.
    function acceptCall(uint256 id) internal view returns (bytes memory) {
        bool exists = id != 0 && id < registry.nextAgentId();
        return acceptCall(id, exists ? registry.recordHash(id) : bytes32(0));
    }

    function acceptCall(uint256 id, bytes32 seen) internal pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.acceptWallet, (id, seen));
    }

    function proposeWalletCall(uint256 id, address to) internal pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.proposeWallet, (id, to));
    }

    /// @dev The entry has the new wallet with its agreement, the old one is retired, attester and proposals are gone
    /// with an event for each, and nothing else moves.
    function checkAccepted(uint256 id, Actor memory by) internal {
        IRegistry.Agent memory expected = registry.getAgent(id);
        address old = expected.agentWallet;
        expected.agentWallet = by.addr;
        (,, bool byParent) = registry.consents(id);
        (bool haftungspersonRefused, bool parentRefused) = registry.refusals(id);
        bytes32 lists = keccak256(abi.encode(registry.getChildren(id), registry.getRevenueHistory(id)));
        _sendAndCheckEvents(id, by, old);

        assertAgent(registry.getAgent(id), expected);
        assertConsents(id, true, true, byParent);
        assertRefusals(id, haftungspersonRefused, parentRefused);
        assertEq(keccak256(abi.encode(registry.getChildren(id), registry.getRevenueHistory(id))), lists, "history");
        _checkKeys(id, by.addr, old);
    }

    function _sendAndCheckEvents(uint256 id, Actor memory by, address old) private {
        bytes memory call = acceptCall(id);
        address oldAttester = registry.attester(id);
        address oldProposal = registry.pendingHaftungsperson(id);
        uint64 time = uint64(block.timestamp);
        vm.recordLogs();
        send(by, call);
        emit IRegistry.WalletChanged(id, by.addr, old, by.addr, time);
        if (oldAttester != address(0)) emit IRegistry.AttesterChanged(id, by.addr, oldAttester, address(0), time);
        if (oldProposal != address(0)) {
            emit IRegistry.HaftungspersonProposed(id, by.addr, oldProposal, address(0), time);
        }
        assertEvents();
    }

    function _checkKeys(uint256 id, address isNow, address old) private view {
        assertEq(registry.pendingWallet(id), address(0), "no wallet is proposed");
        assertEq(registry.pendingHaftungsperson(id), address(0), "nobody is proposed");
        assertEq(registry.attester(id), address(0), "no attester");
        assertEq(registry.walletToAgent(isNow), id, "the new one is bound");
        assertEq(registry.retiredWallet(isNow), 0, "the new one is not retired");
        assertAgent(registry.getAgentByWallet(isNow), registry.getAgent(id));
        assertEq(registry.walletToAgent(old), 0, "the old one has no agent");
        assertFalse(registry.isRegistered(old), "the old one is not registered");
        assertFalse(registry.isRegisteredAndCompliant(old), "the old one is not compliant");
        assertEq(registry.retiredWallet(old), id, "the old one is retired");
        assertFalse(registry.isWalletReleased(id), "not released");
    }
}
