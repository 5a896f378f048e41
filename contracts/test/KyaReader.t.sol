// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {CertificateBase} from "./base/CertificateBase.sol";

/// @dev The answer is read where the code of the new contract would be, as a client reads it.
contract KyaReaderTest is CertificateBase {
    struct Found {
        uint8 kind;
        uint8 level;
        uint64 until;
        bool accepted;
        bool accredited;
    }

    struct Answer {
        uint256 time;
        bool isRegistered;
        IRegistry.Agent agent;
        bool[3] consents;
        bool[2] refusals;
        uint256 retiredFrom;
        Found[] certificates;
    }

    function test_WhenNoNotariesAreGiven() public {
        giveAcceptedCertificate();
        Answer memory answer = ask(wallet.addr, new address[](0));
        assertTrue(answer.isRegistered, "registered");
        assertEq(answer.time, block.timestamp, "time");
        assertAgent(answer.agent, registry.getAgent(agentId));
        assertEq(answer.certificates.length, 0, "none asked for");
    }

    function test_WhenNotariesAreGiven() public {
        giveAcceptedCertificate();
        vm.prank(otherNotary.addr);
        registry.certifyPerson(person.addr, LEGAL, LOW, until + 1, REF);
        dismiss(otherNotary.addr);
        address[] memory notaries = new address[](4);
        (notaries[0], notaries[1], notaries[2], notaries[3]) =
            (stranger.addr, otherNotary.addr, notary.addr, notary.addr);
        Found[] memory found = ask(wallet.addr, notaries).certificates;
        assertEq(found.length, 4, "one for each, in their order");
        assertFound(found[0], Found(0, 0, 0, false, false));
        assertFound(found[1], Found(LEGAL, LOW, until + 1, false, false));
        assertFound(found[2], Found(NATURAL, HIGH, until, true, true));
        assertFound(found[3], found[2]);
    }

    function test_GivenTheAgentWasHandedOver() public {
        giveAcceptedCertificate();
        handOver(agentId, stranger.addr);
        Found[] memory found = ask(wallet.addr, _onlyNotary()).certificates;
        assertFound(found[0], Found(0, 0, 0, false, true));
    }

    function test_GivenTheWalletIsNotRegistered() public {
        giveAcceptedCertificate();
        Answer memory answer = ask(person.addr, _onlyNotary());
        assertFalse(answer.isRegistered, "a person is no agent");
        assertEq(answer.certificates.length, 0, "there is no Haftungsperson");
    }

    function test_GivenTheWalletWasReplaced() public {
        replaceWallet(agentId, stranger.addr);
        Answer memory answer = ask(wallet.addr, _onlyNotary());
        assertFalse(answer.isRegistered, "retired");
        assertEq(answer.retiredFrom, agentId, "from there");
        assertEq(answer.certificates.length, 0, "there is no Haftungsperson");
    }

    function test_WhenTheQuestionIsAboutANumber() public {
        giveAcceptedCertificate();
        bytes memory question = abi.encode(registry, address(0), agentId, new address[](0));
        assertEq(abi.encode(ask(question)), abi.encode(ask(wallet.addr, new address[](0))), "the same");
        replaceWallet(agentId, stranger.addr);
        assertAgent(ask(question).agent, registry.getAgent(agentId));
    }

    function test_GivenNoContractAtTheAddress() public {
        bytes memory args = abi.encode(stranger.addr, wallet.addr, 0, _onlyNotary());
        assertEq(deployArtifact("KyaReader.sol:KyaReader", args).code.length, 0, "an empty answer");
    }

    function ask(address agentWallet, address[] memory notaries) private returns (Answer memory) {
        return ask(abi.encode(registry, agentWallet, 0, notaries));
    }

    function ask(bytes memory args) private returns (Answer memory) {
        bytes memory answer = deployArtifact("KyaReader.sol:KyaReader", args).code;
        // A struct's encoding is that of its fields behind one word of offset.
        return abi.decode(bytes.concat(bytes32(uint256(32)), answer), (Answer));
    }

    function _onlyNotary() private view returns (address[] memory notaries) {
        notaries = new address[](1);
        notaries[0] = notary.addr;
    }

    function assertFound(Found memory actual, Found memory expected) private pure {
        assertEq(abi.encode(actual), abi.encode(expected));
    }
}
